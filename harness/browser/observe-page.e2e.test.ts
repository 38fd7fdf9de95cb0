import { expect, test } from 'vitest';
import { browserOf, until } from '../testing/browser-of.ts';
import { webOf } from '../testing/folder-of.ts';
import { isLong, sized } from '../testing/sized.ts';

const web = await webOf({
  'a.test/index.html':
    '<title>A</title><h1>Home</h1><a id="on" href="/two">on</a><a id="new" href="/three" target="_blank">new</a><a id="part" href="#part">part</a>',
  'a.test/two.html': '<h1>Two</h1><svg><text>drawn</text></svg>',
  'a.test/three.html': '<h1>Three</h1>',
  'a.test/long.html': `<h1>Long</h1>${'<p>One of many.</p>'.repeat(20_000)}`,
  'a.test/frame.html': '<iframe src="https://b.test/answer"></iframe>',
  'b.test/answer.html': '<p>answer</p>',
});
const browser = await browserOf(web);
const { watch } = browser;
const received = () => [...browser.judged().received];
const text = async (selector = 'h1') => (await browser.look({ text: selector })).facts.texts[selector];
const found = (piece: string) => ({ found: true, length: piece.length, pieces: [piece] });

test('a fresh browser shows about:blank and has received nothing', async () => {
  const { facts } = await browser.look({ text: 'h1' }, { count: 'body' }, { requests: true });
  expect(facts).toMatchObject({
    url: 'about:blank',
    unreadable: null,
    texts: { h1: { found: false } },
    counts: { body: { count: 1 } },
    requests: [],
    dialog: null,
  });
  expect(received()).toEqual([]);
});

test('documents of links, location.href, fragments and back are received, without fragments', async () => {
  await browser.open('https://a.test/');
  browser.start('document.querySelector("#on").click()');
  await until(() => browser.judged().url === 'https://a.test/two');
  browser.start('location.href = "https://a.test/three?q#f"');
  await until(() => browser.judged().url === 'https://a.test/three?q#f');
  expect(received()).toEqual(['https://a.test/', 'https://a.test/two', 'https://a.test/three?q']);
  browser.start('history.back()');
  await until(() => browser.judged().url === 'https://a.test/two');
  browser.start('history.back()');
  await until(() => browser.judged().url === 'https://a.test/');
  expect(browser.judged()).toMatchObject({ documentStatus: 200 });
  await until(() => browser.run<boolean>('document.querySelector("#part") !== null'));
  await browser.run('document.querySelector("#part").click()');
  await until(() => browser.judged().url === 'https://a.test/#part');
  expect((await browser.look()).facts.url).toBe('https://a.test/#part');
  expect(received()).toContain('https://a.test/');
});

test.each(['pushState', 'replaceState'])(
  'an address set by %s is seen and was not received',
  async (method) => {
    await browser.open('https://a.test/');
    await browser.run(`history.${method}(null, "", "/${method}")`);
    await until(() => browser.judged().url === `https://a.test/${method}`);
    expect((await browser.look()).facts.url).toBe(`https://a.test/${method}`);
    expect(received()).not.toContain(`https://a.test/${method}`);
  },
);

test.each([
  'document.open(); document.write("<h1>Forged</h1>"); document.close()',
  'location.href = "javascript:\'<h1>Forged</h1>\'"',
])('%s receives nothing', async (script) => {
  await browser.open('https://a.test/two?written');
  await browser.run('history.replaceState(null, "", "/forged")');
  browser.start(script);
  await until(async () => (await browser.run('document.querySelector("h1")?.innerText')) === 'Forged');
  expect(await text()).toEqual(found('Forged'));
  expect(received()).not.toContain('https://a.test/forged');
});

test('a document in an iframe is neither judged nor received', async () => {
  await browser.open('https://a.test/frame');
  expect(browser.judged().url).toBe('https://a.test/frame');
  expect(received()).not.toContain('https://b.test/answer');
  expect((await browser.look({ count: 'p' })).facts.counts).toEqual({ p: { count: 0 } });
  expect(watch.requests.some(({ url, status }) => url === 'https://b.test/answer' && status === 200)).toBe(
    true,
  );
});

test('the judged tab is the front tab, also after popups and closed tabs', async () => {
  await browser.open('https://a.test/');
  await browser.run('document.querySelector("#new").click()');
  await until(() => browser.judged().url === 'https://a.test/three' && browser.judged().loaded);
  expect(await text()).toEqual(found('Three'));
  expect(received()).toEqual(['https://a.test/three']);
  const [first] = watch.tabs();
  await watch.cdp.send('Page.navigate', { url: 'https://a.test/two' }, first?.sessionId);
  await until(() => first?.url === 'https://a.test/two');
  expect(browser.judged().url).toBe('https://a.test/three');
  await watch.cdp.send('Target.closeTarget', { targetId: watch.tabs()[1]?.targetId ?? '' });
  await until(() => watch.tabs().length === 1 && browser.judged().loaded);
  expect(await text()).toEqual(found('Two'));
});

test('a page is readable while the browser parses it', async () => {
  const { open, start, judged, look } = await browserOf(web);
  for (let times = sized(1, 5); times > 0; times--) {
    await open('https://a.test/two');
    start('location.href = "https://a.test/long"');
    await until(() => judged().url === 'https://a.test/long');
    while (!judged().loaded) expect((await look({ text: 'h1' })).facts.unreadable).toBeNull();
    expect((await look({ text: 'h1' })).facts.texts).toEqual({ h1: found('Long') });
  }
});

test('a tab with a page is judged before one with about:blank', async () => {
  await browser.open('https://a.test/two');
  const { targetId } = await watch.cdp.send('Target.createTarget', {
    url: 'about:blank',
  });
  await until(() => watch.tabs().length === 2);
  expect(browser.judged().url).toBe('https://a.test/two');
  await watch.cdp.send('Target.closeTarget', { targetId });
  await until(() => watch.tabs().length === 1);
});

test("patches in the page's own world have no effect", async () => {
  await browser.open('https://a.test/two');
  await browser.run(`
    document.querySelector = document.querySelectorAll = Document.prototype.querySelector = () => ({ innerText: 'Forged', length: 9 });
    Document.prototype.querySelectorAll = () => ({ length: 9 });
    Object.defineProperty(HTMLElement.prototype, 'innerText', { get: () => 'Forged' });
    Object.defineProperty(Document.prototype, 'readyState', { get: () => 'loading' });
    performance.now = () => 0;
    globalThis.lastMutationAt = 1e9;`);
  const { facts } = await browser.look({ text: 'h1' }, { count: 'h1' });
  expect(facts).toMatchObject({
    url: 'https://a.test/two',
    texts: { h1: found('Two') },
    counts: { h1: { count: 1 } },
  });
});

test.each(['querySelector', 'querySelectorAll', 'readyState', 'body', 'getElementsByTagName'])(
  'an element named %s hides nothing',
  async (name) => {
    await browser.open('https://a.test/two');
    await browser.run(
      `document.body.insertAdjacentHTML('beforeend', '<form name="${name}"><input name="innerText"></form>')`,
    );
    const { facts, fingerprint } = await browser.look({ text: 'h1' }, { text: 'form' }, { count: 'h1' });
    expect(facts.texts).toEqual({ h1: found('Two'), form: found('') });
    expect(facts.counts).toEqual({ h1: { count: 1 } });
    await browser.run('document.forms[0].insertAdjacentText("beforeend", "changed")');
    expect((await browser.look()).fingerprint).not.toBe(fingerprint);
  },
);

test('the text of a non-HTML element is its textContent', async () => {
  await browser.open('https://a.test/two');
  expect(await text('svg text')).toEqual(found('drawn'));
  expect((await browser.look({ text: ':::' }, { count: 'a[' })).facts).toMatchObject({
    texts: { ':::': { error: 'invalid selector' } },
    counts: { 'a[': { error: 'invalid selector' } },
  });
});

test.each(['alert', 'confirm', 'prompt'])(
  'while a dialog (%s) is open the facts say so at once',
  async (type) => {
    await browser.open('https://a.test/two');
    browser.start(`${type}("Sure?")`);
    await until(() => browser.judged().dialog !== null);
    const { facts } = await browser.look({ text: 'h1' }, { count: 'h1' }, { screenshotClass: 'x' });
    const error = 'a dialog is open';
    expect(facts).toMatchObject({
      url: 'https://a.test/two',
      unreadable: null,
      dialog: { type, message: 'Sure?' },
      texts: { h1: { error } },
      counts: { h1: { error } },
      screenshot: { error },
    });
    await watch.cdp.send('Page.handleJavaScriptDialog', { accept: true }, browser.judged().sessionId);
    await until(() => browser.judged().dialog === null);
    expect(await text()).toEqual(found('Two'));
  },
);

if (isLong) {
  test('a page with a blocked thread is unreadable within the limit', async () => {
    const stuck = await browserOf(web);
    await stuck.open('https://a.test/two');
    stuck.start('for (;;);');
    const { facts } = await stuck.look({ text: 'h1' });
    expect(facts.unreadable).toBe('the page gave no answer for 1500 ms');
  });
}

test('a crashed page is unreadable until the next page', async () => {
  await browser.open('https://a.test/two');
  watch.cdp.send('Page.navigate', { url: 'chrome://crash' }, browser.judged().sessionId).catch(() => {});
  await until(() => browser.judged().crashed);
  expect((await browser.look({ text: 'h1' })).facts).toMatchObject({
    url: 'https://a.test/two',
    unreadable: 'the page crashed',
  });
  await browser.open('https://a.test/three');
  expect(await text()).toEqual(found('Three'));
});

test('without tabs there is an empty page', async () => {
  const empty = await browserOf(web);
  await empty.open('https://a.test/two');
  await empty.watch.cdp.send('Target.closeTarget', { targetId: empty.judged().targetId });
  await until(() => empty.watch.judgedTab() === null);
  const { facts } = await empty.look({ text: 'h1' }, { count: 'h1' }, { screenshotClass: 'x' });
  expect(facts).toMatchObject({
    url: 'about:blank',
    texts: { h1: { found: false } },
    counts: { h1: { count: 0 } },
    screenshot: { error: 'no tab is open' },
  });
});
