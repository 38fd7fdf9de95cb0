import path from 'node:path';
import type { CdpMethod, CdpParams } from '../browser/cdp.ts';
import { type FixtureSites, readFixtureSites } from '../web/fixture-sites.ts';
import { browserOf, until } from './browser-of.ts';
import { faultsAsShown } from './faults-of-page.ts';
import { handsOf } from './page-of.ts';

const folder = path.join(import.meta.dirname, '../../tasks/web');

/** Notes what goes wrong, and keeps it when a page leads to the next. */
const noteErrors = `
  sessionStorage.errors ??= '[]';
  const note = (words) => { sessionStorage.errors = JSON.stringify([...JSON.parse(sessionStorage.errors), words]); };
  for (const name of ['error', 'unhandledrejection', 'securitypolicyviolation'])
    addEventListener(name, (event) => note(String(event.message ?? event.reason ?? event.violatedDirective ?? event.target?.outerHTML)), true);
  console.error = (...words) => note(words.join(' '));`;

const takeErrors = `(() => {
  const errors = JSON.parse(sessionStorage.errors);
  sessionStorage.errors = '[]';
  return errors;
})()`;

export type TownPages = Awaited<ReturnType<typeof pagesOf>>;

/** Hosts of the town of seed 1 in a browser; the first is looked at. */
export const townPages = async (host: string, ...others: readonly string[]) =>
  pagesOf(await readFixtureSites([{ folder, hosts: [host, ...others] }]), host);

/** The pages of a host in a browser, as a person sees them. */
export async function pagesOf(fixtureSites: FixtureSites, host: string) {
  const origin = `https://${host}`;
  const browser = await browserOf(fixtureSites);
  const { run, watch, judged } = browser;
  const send = <M extends CdpMethod>(method: M, params: CdpParams<M>) =>
    watch.cdp.send(method, params, judged().sessionId);
  await send('Page.addScriptToEvaluateOnNewDocument', { source: noteErrors });
  const { show, press } = handsOf(send);
  const open = (page: string) => browser.open(`${origin}${page}`);
  /** What stands in the main part of a page; nothing while it is on its way. */
  const read = () => run<string>('document.querySelector("main").innerText').catch(() => '');
  const errors = () => run<string[]>(takeErrors);
  /** What is read out of the element that has the focus. */
  const focused = () =>
    run<string>(`(({ ariaLabel, labels, textContent }) =>
      ariaLabel ?? labels?.[0]?.ariaLabel ?? labels?.[0]?.textContent ?? textContent.trim())(document.activeElement)`);
  const hasFocus = async (wanted: RegExp | string) =>
    typeof wanted === 'string'
      ? run<boolean>(`document.activeElement.matches(${JSON.stringify(wanted)})`)
      : wanted.test(await focused());
  return {
    ...browser,
    send,
    show,
    press,
    open,
    /** Opens a page without waiting for it, which takes a script. */
    go: (page: string) => send('Page.navigate', { url: `${origin}${page}` }),
    focused,
    /** What went wrong in pages of the host since it was last asked. */
    errors,
    read,
    /** Waits for these words in the main part of a page. */
    comesToSay: (words: string) => until(async () => (await read()).includes(words)),
    /** Waits until this holds, on this page or on the one that is on its way. */
    comesTo: (condition: string) => until(() => run<boolean>(condition).catch(() => false)),
    /** Presses Tab until what has the focus is called like that, or is selected by it. */
    tabTo: async (wanted: RegExp | string) => {
      for (let count = 0; count < 150 && !(await hasFocus(wanted)); count++) await press('Tab', 9);
      if (!(await hasFocus(wanted))) throw new Error(`Tab never came to ${wanted}`);
    },
    /** What is wrong with pages at each of these widths, in light or dark: what axe finds, errors, and what scrolls sideways. */
    faultsOf: async (
      paths: readonly string[],
      looks: readonly (readonly [width: number, scheme: string])[],
    ): Promise<string[]> => {
      const faults: string[] = [];
      for (const [width, scheme] of looks) {
        await show(width, scheme);
        for (const page of paths) {
          await open(page);
          const found = [...(await faultsAsShown({ run })), ...(await errors())];
          faults.push(...found.map((fault) => `${page} at ${width} px, ${scheme}: ${fault}`));
        }
      }
      return faults;
    },
  };
}
