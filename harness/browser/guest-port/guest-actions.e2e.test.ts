import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { expect, onTestFinished, test } from 'vitest';
import { viewport } from '../../testing/browser-of.ts';
import { webOf } from '../../testing/folder-of.ts';
import { everyNth } from '../../testing/sized.ts';
import { openWeb } from '../../web/hermetic-web.ts';
import { findChromium } from '../chromium/find-chromium.ts';
import { openBrowser } from '../session.ts';
import type { Action } from './guest-actions.ts';
import { GuestActions } from './guest-actions.ts';

/** The used parts of the two libraries; both come with packages of this project. */
type Page = {
  goto(url: string): Promise<unknown>;
  title(): Promise<string>;
  click(selector: string): Promise<unknown>;
  type(selector: string, text: string): Promise<unknown>;
  evaluate(script: string): Promise<unknown>;
  screenshot(): Promise<unknown>;
  keyboard: { press(key: string): Promise<unknown> };
};
type Context = { pages(): Page[] | Promise<Page[]> };
type Playwright = { chromium: { connectOverCDP(url: string): Promise<{ contexts(): Context[] }> } };
type Puppeteer = { connect(options: { browserURL: string; defaultViewport: null }): Promise<Context> };

const require = createRequire(import.meta.url);
// Dependencies of other packages are resolved from there, with the types above.
const from = (owner: string, name: string) =>
  createRequire(require.resolve(`${owner}/package.json`))(name) as unknown;
const { chromium } = from('@playwright/mcp', 'playwright-core') as Playwright;
const puppeteer = from('lighthouse', 'puppeteer-core') as Puppeteer;

const form =
  '<title>A form</title><input id="name"><button onclick="document.title = document.getElementById(`name`).value">Go</button>';
const web = await webOf({ 'a.test/index.html': form });

/** Releases each action at once. */
async function browserWithActions(): Promise<{ url: string; taken: Action[]; shown(): Promise<unknown> }> {
  const taken: Action[] = [];
  const actions = new GuestActions((action) => {
    taken.push(action);
    if (actions.isScript(action.args)) actions.begin(action.args, null);
    else void actions.pass(action.args);
  });
  const open = await openWeb({ kind: 'hermetic', fixtureSites: web });
  const browser = await openBrowser(await findChromium(), open, {
    mark: `test-${randomUUID()}`,
    viewport,
    actions,
  });
  actions.happened = browser.watch.happened;
  onTestFinished(async () => {
    await browser.end();
    await open.close();
  });
  const shown = async () => {
    const { result } = await browser.watch.cdp.send(
      'Runtime.evaluate',
      { expression: 'document.title' },
      browser.watch.judgedTab()?.sessionId,
    );
    return result.value;
  };
  return { url: browser.endpoint?.url ?? '', taken, shown };
}

const libraries: Record<string, (url: string) => Promise<Context | undefined>> = {
  Playwright: async (url) => (await chromium.connectOverCDP(url)).contexts()[0],
  Puppeteer: (browserURL) => puppeteer.connect({ browserURL, defaultViewport: null }),
};

test.each(everyNth(2, Object.keys(libraries)))(
  "each action of a program with %s is one act, and the library's reading is none",
  async (name) => {
    const { url, taken, shown } = await browserWithActions();
    const [page] = (await (await libraries[name]?.(url))?.pages()) ?? [];
    if (!page) throw new Error('no page');
    await page.goto('https://a.test/');
    await page.type('#name', 'Ada');
    await page.click('button');
    expect(await page.title()).toBe('Ada');
    await page.evaluate('document.title = "1"');
    await page.evaluate('document.title = "2"');
    await page.screenshot();
    await page.keyboard.press('Tab');
    expect(await shown()).toBe('2');
    const acts = taken.filter(({ kind }) => kind === 'act');
    expect(acts.map(({ tool }) => tool)).toEqual(['navigate', 'type', 'click', 'press']);
    expect(acts[0]?.args).toEqual({ url: 'https://a.test/' });
  },
);
