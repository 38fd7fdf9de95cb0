import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { CdpMethod, CdpParams } from '../browser/cdp.ts';
import { findChromium } from '../browser/chromium/find-chromium.ts';
import { openBrowser } from '../browser/session.ts';
import { openWeb } from '../web/hermetic-web.ts';
import { viewport } from './browser-of.ts';
import { comesToHold } from './manager.ts';

/** Notes in `seenErrors` what goes wrong in a page. */
const noteErrors = `globalThis.seenErrors = [];
  for (const name of ['error', 'unhandledrejection', 'securitypolicyviolation'])
    addEventListener(name, (event) => seenErrors.push(String(event.message ?? event.reason ?? event.violatedDirective)), true);
  const { error } = console;
  console.error = (...words) => { seenErrors.push(words.join(' ')); error(...words); };`;

type Send = <M extends CdpMethod>(method: M, params: CdpParams<M>) => Promise<unknown>;

/** What a person does with any page. */
export function handsOf(send: Send) {
  return {
    show: async (width: number, scheme: string) => {
      await send('Emulation.setDeviceMetricsOverride', {
        width,
        height: viewport.height,
        deviceScaleFactor: 1,
        mobile: false,
      });
      await send('Emulation.setEmulatedMedia', {
        features: [{ name: 'prefers-color-scheme', value: scheme }],
      });
    },
    press: async (key: string, code: number, modifiers = 0) => {
      const text = key === 'Enter' ? '\r' : key.length === 1 ? key : undefined;
      const event = { key, code: key, windowsVirtualKeyCode: code, modifiers, ...(text && { text }) };
      await send('Input.dispatchKeyEvent', { type: 'keyDown', ...event });
      await send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
    },
  };
}

/** A page of our own making in a browser of its own, as a person sees it. `close` it, or it goes with the test. */
export async function pageOf() {
  const web = await openWeb({ kind: 'live' });
  const { watch, end } = await openBrowser(await findChromium(), web, {
    mark: `test-${randomUUID()}`,
    viewport,
  });
  const close = async () => {
    await end();
    await web.close();
  };
  try {
    onTestFinished(close);
  } catch {
    // Outside a test: the caller closes it.
  }
  const sessionId = watch.judgedTab()?.sessionId ?? '';
  const send = <M extends CdpMethod>(method: M, params: CdpParams<M>) =>
    watch.cdp.send(method, params, sessionId);
  const run = async <T = unknown>(script: string): Promise<T> => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', {
      expression: script,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'the script threw');
    return result.value as T; // the test names the type of what its script gives
  };
  await send('Page.addScriptToEvaluateOnNewDocument', { source: noteErrors });
  const until = (condition: string) =>
    comesToHold(() => run<boolean>(`Boolean(${condition})`).catch(() => false));
  return {
    close,
    send,
    run,
    until,
    visit: async (address: string) => {
      await run('globalThis.left = true');
      await send('Page.navigate', { url: address });
      // The modules of the page have been run at that point.
      await until('!globalThis.left && document.readyState === "complete"');
    },
    click: (selector: string) => run(`document.querySelector(${JSON.stringify(selector)}).click()`),
    foreignRequests: (origin: string) =>
      watch.requests.map(({ url }) => url).filter((url) => !url.startsWith(`${origin}/`)),
    ...handsOf(send),
    screenshot: async () => {
      const { data } = await send('Page.captureScreenshot', {
        captureBeyondViewport: true,
        format: 'png',
      });
      return Buffer.from(data, 'base64');
    },
  };
}
