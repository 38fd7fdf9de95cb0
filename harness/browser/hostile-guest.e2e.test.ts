import { expect, test } from 'vitest';
import { browserOf, until } from '../testing/browser-of.ts';
import { folderOf, webOf } from '../testing/folder-of.ts';
import { guestOf } from '../testing/guest-of.ts';
import { isLong } from '../testing/sized.ts';

const web = await webOf({ 'a.test/index.html': '<h1>Start</h1>', 'a.test/two.html': '<h1>Two</h1>' });

test('a guest that patches every known world and pauses every script cannot change a reading', async () => {
  const browser = await browserOf(web);
  await browser.open('https://a.test/');
  let patched = 0;
  const patch =
    'Document.prototype.querySelector = () => null; Document.prototype.querySelectorAll = () => []; Object.assign = () => ({ texts: {} })';
  const send = await guestOf(browser, ({ method, params }) => {
    if (method !== 'Runtime.executionContextCreated' || !params) return;
    const { id } = params.context as { id: number };
    void send('Runtime.evaluate', { expression: patch, contextId: id }, sessionId).then(() => {
      patched += 1;
    });
  });
  const { targetId } = browser.judged();
  const attached = await send('Target.attachToTarget', { targetId, flatten: true });
  const sessionId = String(attached.result?.sessionId);
  await send('Runtime.enable', {}, sessionId);
  await send('Debugger.enable', {}, sessionId);
  // Breakpoint conditions run inside the paused script.
  const condition = `(${patch.replaceAll(';', ',')}, false)`;
  await send('Debugger.setBreakpointByUrl', { urlRegex: '.*', lineNumber: 0, condition }, sessionId);
  await until(() => patched > 0);
  for (let look = 0; look < 50; look++) {
    const { facts } = await browser.look({ text: 'h1' }, { count: 'h1' });
    expect([facts.texts.h1, facts.counts.h1]).toEqual([
      { found: true, length: 5, pieces: ['Start'] },
      { count: 1 },
    ]);
  }
  // It was notified of all worlds, but too late.
  await until(() => patched > 50);
});

test("selectors of the contract are in no script that a guest can read, and not in a page's memory", async () => {
  const browser = await browserOf(web);
  await browser.open('https://a.test/');
  const scripts: string[] = [];
  let heap = '';
  const send = await guestOf(browser, ({ method, params }) => {
    if (method === 'Debugger.scriptParsed') scripts.push(String(params?.scriptId));
    if (method === 'HeapProfiler.addHeapSnapshotChunk') heap += params?.chunk;
  });
  const { targetId } = browser.judged();
  const attached = await send('Target.attachToTarget', { targetId, flatten: true });
  const sessionId = String(attached.result?.sessionId);
  // A request for the list of commands must not end the browser.
  for (const path of ['/json/protocol', '/json/protocol/', '/json/protocol?x'])
    expect((await fetch(`${browser.endpoint?.url}${path}`)).status).toBe(404);
  await send('Debugger.enable', {}, sessionId);
  const known = scripts.length;
  const selectors = [
    'h1',
    'body > :nth-child(1)',
    'h1:not(.told)',
    'main .untold',
    '::wrong',
    'b',
    'i',
    'title',
    '*',
  ];
  const needs = selectors.flatMap((selector) => [{ text: selector }, { count: selector }]);
  const { facts } = await browser.look(...needs);
  const start = { found: true, length: 5, pieces: ['Start'] };
  expect(Object.keys(facts.texts)).toEqual(selectors);
  expect(facts.texts).toMatchObject({ h1: start, 'h1:not(.told)': start, 'main .untold': { found: false } });
  expect([facts.texts['::wrong'], facts.counts['::wrong']]).toEqual(
    Array(2).fill({ error: 'invalid selector' }),
  );
  expect([facts.counts['body > :nth-child(1)'], facts.counts['*']]).toEqual([{ count: 1 }, { count: 4 }]);
  await send('HeapProfiler.takeHeapSnapshot', {}, sessionId);
  expect(scripts.length).toBeGreaterThan(known);
  const sources = await Promise.all(
    scripts.map((scriptId) => send('Debugger.getScriptSource', { scriptId }, sessionId)),
  );
  const seen = JSON.stringify(sources);
  for (const selector of [':not(.told)', '.untold', ':nth-child', '::wrong']) {
    expect(seen).not.toContain(selector);
    expect(heap).not.toContain(selector);
  }
});

if (isLong) {
  test('a guest cannot read files in any tab, context or way, and each try is counted', async () => {
    const folder = await folderOf({ 'answers.jsonl': '330 m' });
    const file = `file://${folder}/answers.jsonl`;
    const browser = await browserOf(web);
    await browser.open('https://a.test/');
    const send = await guestOf(browser);
    const { result: context } = await send('Target.createBrowserContext');
    const places = [{}, { background: true }, { browserContextId: context?.browserContextId }];
    for (const place of places) {
      const { result } = await send('Target.createTarget', { url: 'about:blank', ...place });
      const attached = await send('Target.attachToTarget', { targetId: result?.targetId, flatten: true });
      const sessionId = String(attached.result?.sessionId);
      // A guest's own interception neither disturbs nor bypasses the guard.
      await send('Fetch.enable', { patterns: [{ urlPattern: '*nothing*' }] }, sessionId);
      for (const url of [
        file,
        `view-source:${file}`,
        `file://${folder}/`,
        `file://localhost${folder}/answers.jsonl`,
      ]) {
        const before = browser.watch.refusedFiles.length;
        const { result: navigated } = await send('Page.navigate', { url }, sessionId);
        expect(navigated?.errorText).toBe('net::ERR_ACCESS_DENIED');
        expect(browser.watch.refusedFiles.length).toBe(before + 1);
      }
    }
    const { result: straight } = await send('Target.createTarget', { url: file });
    const attached = await send('Target.attachToTarget', { targetId: straight?.targetId, flatten: true });
    const sessionId = String(attached.result?.sessionId);
    await until(() => browser.watch.tabs().some(({ errorPage, url }) => errorPage && url === file));
    const read = { expression: 'document.documentElement.outerHTML', returnByValue: true };
    expect(JSON.stringify(await send('Runtime.evaluate', read, sessionId))).not.toContain('330 m');
  });
}
