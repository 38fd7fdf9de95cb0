import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { findChromium } from '../browser/find-chromium.ts';
import { openBrowser, openWeb } from '../browser/session.ts';
import { viewport } from './browser-of.ts';
import { comesToHold } from './manager.ts';

/** The page in a browser of its own on the live web. */
export async function openPage(address: string) {
  const web = await openWeb({ kind: 'live' });
  const { watch, end } = await openBrowser(await findChromium(), web, {
    mark: `test-${randomUUID()}`,
    viewport,
  });
  onTestFinished(async () => {
    await end();
    await web.close();
  });
  const sessionId = watch.judgedTab()?.sessionId ?? '';
  const run = async <T = unknown>(script: string): Promise<T> => {
    const { result, exceptionDetails } = await watch.cdp.send<{
      result: { value: unknown };
      exceptionDetails?: { exception?: { description?: string } };
    }>('Runtime.evaluate', { expression: script, awaitPromise: true, returnByValue: true }, sessionId);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'the script threw');
    return result.value as T; // the test names the type of what its script gives
  };
  await watch.cdp.send(
    'Page.addScriptToEvaluateOnNewDocument',
    {
      source: `globalThis.seenErrors = [];
        for (const name of ['error', 'unhandledrejection', 'securitypolicyviolation'])
          addEventListener(name, (event) => seenErrors.push(String(event.message ?? event.reason ?? event.violatedDirective)));`,
    },
    sessionId,
  );
  await watch.cdp.send('Page.navigate', { url: address }, sessionId);
  // The module of the page has been run at that point.
  const loaded = 'location.protocol === "http:" && document.readyState === "complete"';
  await comesToHold(() => run<boolean>(loaded).catch(() => false));
  const table = (caption: string) =>
    `[...document.querySelectorAll('#view table')].find(({ caption }) => caption.textContent.startsWith('${caption}'))`;
  return {
    run,
    until: (condition: string) => comesToHold(() => run<boolean>(`Boolean(${condition})`)),
    click: (selector: string) => run(`document.querySelector(${JSON.stringify(selector)}).click()`),
    choose: (config: string) => run(`document.getElementById('config').value = '${config}'`),
    rows: (caption: string) =>
      run<string[][]>(
        `[...${table(caption)}.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent))`,
      ),
    cards: () =>
      run<Record<string, string[]>>(
        `Object.fromEntries([...document.querySelectorAll('.card')].map((card) =>
          [card.dataset.condition, [...card.querySelectorAll('p')].map((line) => line.textContent)]))`,
      ),
    foreignRequests: (origin: string) =>
      watch.requests.map(({ url }) => url).filter((url) => !url.startsWith(`${origin}/`)),
    show: async (width: number, scheme: string) => {
      const metrics = { width, height: viewport.height, deviceScaleFactor: 1, mobile: false };
      await watch.cdp.send('Emulation.setDeviceMetricsOverride', metrics, sessionId);
      const features = [{ name: 'prefers-color-scheme', value: scheme }];
      await watch.cdp.send('Emulation.setEmulatedMedia', { features }, sessionId);
    },
  };
}
