import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { browserOf, type TestBrowser, until } from '../../../harness/testing/browser-of.ts';
import { noteErrors } from '../../../harness/testing/page-of.ts';
import { trackOf } from '../../../harness/testing/track-of.ts';
import { readStandIns } from '../../../harness/web/stand-ins.ts';

const folder = fileURLToPath(new URL('../../web', import.meta.url));
const origin = 'https://track.town.test';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const track = trackOf(1);
const { led, member, readOnly } = track;
const key = track
  .rows('links')
  .find(({ kind, from }) => kind === 'duplicates' && !`${from}`.startsWith(readOnly))?.from;
const own = track.rows('comments').find((row) => {
  const issue = track.rows('issues').find(({ id }) => id === row.issue);
  return row.author === track.world.person.id && issue?.project !== readOnly;
})?.id;
const idOf = (table: string) => track.rows(table).find(({ project }) => project === led)?.id;

const paths = [
  '/home',
  '/projects',
  `/projects/${led}`,
  `/projects/${led}/board`,
  `/projects/${readOnly}/board`,
  `/projects/${led}/milestones`,
  `/projects/${led}/milestones/new`,
  `/projects/${led}/milestones/${idOf('milestones')}`,
  `/projects/${led}/labels`,
  `/projects/${led}/labels/${idOf('labels')}`,
  `/projects/${led}/labels/${idOf('labels')}/merge`,
  `/projects/${led}/labels/${idOf('labels')}/delete`,
  `/projects/${member}/labels`,
  '/issues',
  `/issues?project=${member}&status=any&sort=oldest&page=2`,
  '/issues?words=zebra',
  '/search?q=water',
  '/search?q=zebra',
  `/issues/${key}`,
  `/issues/${track.issueIn(readOnly, 'in progress').id}`,
  `/issues/${track.issueIn(member, 'in review').id}`,
  `/issues/${track.issueIn(member).id}/edit`,
  `/issues/${track.issueIn(member).id}/link`,
  `/issues/${track.issueIn(member).id}/duplicate`,
  `/issues/${track.issueIn(member).id}/move`,
  `/comments/${own}/edit`,
  '/issues/new',
  `/issues/new?project=${led}`,
  `/issues/new?project=${readOnly}`,
  '/people',
  `/people/${track.world.person.email.split('@')[0]}`,
  '/notifications',
  '/notifications?show=unread',
  '/filters',
  '/filters/safety-first',
  '/settings',
  '/activity',
  '/help',
  '/nowhere',
];

async function trackBrowser(): Promise<TestBrowser> {
  const browser = await browserOf(
    await readStandIns([{ folder, hosts: ['track.town.test', 'mail.town.test'] }]),
  );
  await browser.watch.cdp.send(
    'Page.addScriptToEvaluateOnNewDocument',
    { source: noteErrors },
    browser.judged().sessionId,
  );
  return browser;
}

async function show({ watch, judged }: TestBrowser, width: number, scheme: string): Promise<void> {
  const { sessionId } = judged();
  const device = { width, height: 800, deviceScaleFactor: 1, mobile: false };
  await watch.cdp.send('Emulation.setDeviceMetricsOverride', device, sessionId);
  const features = [{ name: 'prefers-color-scheme', value: scheme }];
  await watch.cdp.send('Emulation.setEmulatedMedia', { features }, sessionId);
}

test('no page has a finding of axe, an error, or scrolls sideways on a phone', async () => {
  const browser = await trackBrowser();
  const faults: string[] = [];
  for (const [width, scheme] of [
    [1280, 'light'],
    [1280, 'dark'],
    [360, 'dark'],
  ] as const) {
    await show(browser, width, scheme);
    for (const path of paths) {
      await browser.open(`${origin}${path}`);
      await browser.run(axe);
      const found = await browser.run<
        string[]
      >(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
        violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 150) + ' ' + failureSummary)))`);
      const wide = await browser.run<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      const errors = await browser.run<string[]>('seenErrors');
      const all = [...found, ...errors, ...(wide > 0 ? [`scrolls sideways by ${wide} px`] : [])];
      faults.push(...all.map((fault) => `${path} at ${width} px, ${scheme}: ${fault}`));
    }
  }
  expect(faults).toEqual([]);
});

/** The heading and what stands below it; nothing while a page is on its way. */
const read = (browser: TestBrowser) =>
  browser.run<string>('document.querySelector("main").innerText').catch(() => '');

test('the keyboard alone moves a card and comments on an issue', async () => {
  const browser = await trackBrowser();
  const press = async (name: string, code: number, text = '') => {
    const event = { key: name, code: name, windowsVirtualKeyCode: code, ...(text && { text }) };
    for (const type of ['keyDown', 'keyUp'] as const)
      await browser.watch.cdp.send('Input.dispatchKeyEvent', { type, ...event }, browser.judged().sessionId);
  };
  const focused = () =>
    browser.run<string>(
      '(document.activeElement.labels?.[0] ?? document.activeElement).ariaLabel ?? document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent.trim()',
    );
  const tabTo = async (wanted: RegExp) => {
    for (let count = 0; count < 150 && !wanted.test(await focused()); count++) await press('Tab', 9);
    expect(await focused()).toMatch(wanted);
  };
  await browser.open(`${origin}/projects/${led}/board`);
  await press('Tab', 9);
  expect(await focused()).toBe('Skip to the content');
  await press('Enter', 13, '\r');
  await tabTo(/^Column of /);
  const card = (await focused()).replace('Column of ', '').trim();
  await press('I', 73, 'I');
  await press('Tab', 9);
  expect(await focused()).toBe(`Move ${card}`);
  await press('Enter', 13, '\r');
  await until(async () => (await read(browser)).includes('The card was moved.'));
  await browser.open(`${origin}/issues/${card}`);
  expect(await read(browser)).toContain('In progress');
  await tabTo(/^Your comment/);
  await browser.watch.cdp.send('Input.insertText', { text: 'By hand' }, browser.judged().sessionId);
  await press('Tab', 9);
  await press('Enter', 13, '\r');
  await until(async () => (await read(browser)).includes('Your comment was added.'));
  expect(await read(browser)).toContain('By hand');
});

test('a box checks all of a page; a question is asked in a dialog', async () => {
  const browser = await trackBrowser();
  await browser.open(`${origin}/issues?project=${led}`);
  await browser.run('document.querySelector("thead input").click()');
  expect(await browser.run('document.querySelectorAll("tbody input:not(:checked)").length')).toBe(0);
  await browser.open(`${origin}/filters`);
  await browser.run('document.querySelector("a[data-dialog]").click()');
  await until(() => browser.run<boolean>('document.querySelector("dialog[open] .danger") !== null'));
  await browser.run('document.querySelector("dialog .danger").click()');
  await until(async () => (await read(browser)).includes('The filter was deleted.'));
});

test('without scripts an issue is closed and a filter deleted', async () => {
  const browser = await trackBrowser();
  const { sessionId } = browser.judged();
  const go = (path: string) =>
    browser.watch.cdp.send('Page.navigate', { url: `${origin}${path}` }, sessionId);
  await browser.watch.cdp.send('Emulation.setScriptExecutionDisabled', { value: true }, sessionId);
  await go(`/issues/${track.issueIn(led).id}`);
  await until(async () => (await read(browser)).includes('Close issue'));
  await browser.run('document.querySelector("button[value=close]").click()');
  await until(async () => (await read(browser)).includes('The issue was closed.'));
  await go('/filters/safety-first/delete');
  await until(async () => (await read(browser)).includes('Delete the filter'));
  await browser.run('document.querySelector("button.danger").click()');
  await until(async () => (await read(browser)).includes('The filter was deleted.'));
});
