import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { findChromium } from '../../browser/chromium/find-chromium.ts';
import { type BrowserSession, openBrowser } from '../../browser/session.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import type { OpenedPage } from '../../task/templates/template.ts';
import type { FixtureSites } from '../../web/fixture-sites.ts';
import { type HermeticWeb, openWeb } from '../../web/hermetic-web.ts';

/** Tabs that load at the same time. More do not load faster on two cores. */
const tabs = 3;

/** The limit for one page to begin, on a busy machine. */
const limitMs = 60_000;
const pollMs = 20;

/** A page begins while its event `load` is dispatched. */
const hasLoaded = "performance.getEntriesByType('navigation')[0].loadEventEnd > 0";

/**
 * Opens each page once in a browser of the harness, and returns what it says when it begins, by its URL. A page says so to
 * its host, which keeps it in the table `starts`. Throws `UserError` for a page that throws, does not begin or has no goal.
 */
export async function openPages(
  fixtureSites: FixtureSites,
  urls: readonly string[],
  seed: number,
): Promise<Map<string, OpenedPage>> {
  const web = await openWeb({ kind: 'hermetic', fixtureSites }, seed);
  try {
    const { hermetic } = web;
    if (!hermetic) throw new Error('a hermetic web was opened');
    const browser = await openBrowser(await findChromium(), web, {
      mark: `${randomUUID()}.pages`,
      viewport: { width: 1280, height: 800 },
      sealed: true,
    });
    try {
      const opened = new Map<string, OpenedPage>();
      const waiting = urls.values();
      const open = async () => {
        const { targetId } = await browser.watch.cdp.send('Target.createTarget', { url: 'about:blank' });
        for (const url of waiting) opened.set(url, await openPage(browser, targetId, hermetic, url));
      };
      await Promise.all(Array.from({ length: tabs }, open));
      return new Map(urls.flatMap((url) => [[url, opened.get(url)]] as [string, OpenedPage][]));
    } finally {
      await browser.end();
    }
  } finally {
    await web.close();
  }
}

/** In one tab after the other page, because a new tab takes longer than a page. */
async function openPage(
  { watch }: BrowserSession,
  targetId: string,
  web: HermeticWeb,
  url: string,
): Promise<OpenedPage> {
  const { hostname, pathname } = new URL(url);
  const deadline = performance.now() + limitMs;
  const start = () => {
    const rows = web.changes().get(hostname) ?? [];
    return rows.find(({ table, after }) => table === 'starts' && after?.path === pathname)?.after ?? null;
  };
  const sessionOf = () => watch.tabs().find((each) => each.targetId === targetId)?.sessionId;
  while (sessionOf() === undefined && performance.now() < deadline) await delay(pollMs);
  const sessionId = sessionOf();
  const { errorText } = await watch.cdp.send('Page.navigate', { url }, sessionId);
  if (errorText) throw new UserError(`${url}: the page was not opened: ${errorText}`);
  const value = async (expression: string) => {
    const asked = { expression, returnByValue: true };
    return (await watch.cdp.send('Runtime.evaluate', asked, sessionId)).result.value;
  };
  let row = start();
  while (row === null) {
    if (performance.now() > deadline)
      throw new UserError(`${url}: the page did not begin within ${limitMs / 1000} s`);
    // Rejects if the tab leaves its former page meanwhile.
    const isLoaded = await value(`location.href === ${JSON.stringify(url)} && ${hasLoaded}`).catch(
      () => false,
    );
    row = start();
    if (row === null && isLoaded === true)
      throw new UserError(
        `${url}: the page was loaded and did not begin; it must report its start to its host`,
      );
    await delay(pollMs);
  }
  const html = await value('document.documentElement.outerHTML');
  if (typeof row.goal !== 'string' || row.goal === '')
    throw new UserError(`${url}: goal: must be a text; found ${JSON.stringify(row.goal ?? null)}`);
  return { goal: row.goal, html: String(html) };
}
