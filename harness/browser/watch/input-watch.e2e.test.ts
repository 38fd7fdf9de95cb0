import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { browserOf, until, viewport } from '../../testing/browser-of.ts';
import { webOf } from '../../testing/folder-of.ts';
import { openWeb } from '../../web/hermetic-web.ts';
import { findChromium } from '../chromium/find-chromium.ts';
import { openBrowser } from '../session.ts';
import type { BrowserWatch } from '../watch-browser.ts';
import { noteTyped } from './input-watch.ts';

test('only the content of password fields is recorded, and completely', async () => {
  const browser = await browserOf(
    await webOf({
      'login.test/index.html':
        '<form action="/in"><input name="user"><input type="password" name="p"><button>Go</button></form>',
      'login.test/in.html': '<p>in</p>',
    }),
  );
  await browser.open('https://login.test/');
  await browser.run(`(() => {
    const [user, password] = document.querySelectorAll('input');
    user.value = 'somebody'; user.dispatchEvent(new Event('input', { bubbles: true }));
    for (const value of ['hun', 'hunter', 'hunter22']) {
      password.value = value; password.dispatchEvent(new Event('input', { bubbles: true }));
    }
  })()`);
  await vi.waitFor(() => expect(browser.watch.input.typedPasswords).toEqual(['hunter22']), {
    timeout: 60_000,
  });
});

test('a value set by a script is recorded when the form is submitted', async () => {
  const browser = await browserOf(
    await webOf({
      'login.test/index.html':
        '<form action="/in"><input type="password" name="p"><button>Go</button></form>',
      'login.test/in.html': '<p>in</p>',
    }),
  );
  await browser.open('https://login.test/');
  browser.start(
    "document.querySelector('input').value = 'set-by-script'; document.querySelector('button').click()",
  );
  await vi.waitFor(() => expect(browser.watch.input.typedPasswords).toEqual(['set-by-script']), {
    timeout: 60_000,
  });
});

test('two fields and a restarted value are kept apart', () => {
  const typed: string[] = [];
  for (const value of ['a', 'ab', 'abc', 'x', 'xy', 'abc']) noteTyped(typed, value);
  expect(typed).toEqual(['abc', 'xy']);
});

/** At the top left, with this size. */
const at = 'style="position:absolute;left:10px;top:20px;width:120px;height:40px;padding:0;border:0;margin:0"';
const boxAt = { x: 10, y: 20, width: 120, height: 40 };
const scroll = { x: 0, y: 0 };

const pages = await webOf({
  'a.test/index.html': '<title>A</title>',
  'a.test/two.html': '<h1>Two</h1>',
  'a.test/popup.html': `<button ${at}>In the popup</button>`,
  'a.test/frames.html': `<iframe style="position:absolute;left:100px;top:200px;border:5px solid" src="/in"></iframe>
    <iframe style="position:absolute;left:500px;top:100px;border:0" src="https://b.test/"></iframe>`,
  'a.test/in.html': `<body style="margin:0"><button ${at}>Same</button>`,
  'b.test/index.html':
    '<body style="margin:0"><iframe style="position:absolute;left:50px;top:30px;border:0" src="https://c.test/"></iframe>',
  'c.test/index.html': `<body style="margin:0"><button ${at}>Other</button>`,
});
const browser = await browserOf(pages);
const { send, found, clickAt, insert, press } = handsOn(browser.watch);

/** An action of a guest on the front page, and the element that is recorded for it. */
function handsOn(watch: BrowserWatch) {
  const session = () => watch.judgedTab()?.sessionId;
  const send: typeof watch.cdp.send = (method, ...[params]) =>
    watch.cdp.send(method, ...([params, session()] as never));
  const found = async (act: () => Promise<unknown>) => {
    watch.input.forget();
    await act();
    // As in an episode, where the page is read in between; earlier reports have arrived then.
    await send('Runtime.evaluate', { expression: '1' });
    return watch.input.actedOn();
  };
  const mouse = (type: 'mousePressed' | 'mouseReleased', x: number, y: number) =>
    send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
  return {
    send,
    found,
    mouse,
    clickAt: (x: number, y: number) =>
      found(async () => {
        await mouse('mousePressed', x, y);
        await mouse('mouseReleased', x, y);
      }),
    insert: (text: string) => found(() => send('Input.insertText', { text })),
    press: (key: string, text?: string) =>
      found(async () => {
        await send('Input.dispatchKeyEvent', { type: 'keyDown', key, ...(text && { text }) });
        await send('Input.dispatchKeyEvent', { type: 'keyUp', key });
      }),
  };
}

async function show(html: string): Promise<void> {
  await browser.open('https://a.test/');
  await browser.run(`document.body.innerHTML = ${JSON.stringify(html)}`);
}

test.each([
  [`<a href="#x" ${at}><b>Statio</b>nery</a>`, 'link', 'Stationery'],
  [`<button ${at}><img alt="Bin"> <span>Remove</span><i hidden>it</i></button>`, 'button', 'Bin Remove'],
  [`<div role="tab" aria-label="Second" ${at}>2</div>`, 'tab', 'Second'],
  [
    `<i id="by">Your </i><i id="name">name</i><input aria-labelledby="by name" ${at}>`,
    'textbox',
    'Your name',
  ],
  [`<input type="submit" value="Send" ${at}>`, 'button', 'Send'],
  [`<input type="search" placeholder="Find" ${at}>`, 'searchbox', 'Find'],
  [`<label>Colour <select ${at}><option>Red<option>Blue</select></label>`, 'combobox', 'Colour'],
  [`<label ${at}>Agree<input type="checkbox"></label>`, 'checkbox', 'Agree'],
  [`<div contenteditable title="Letter" ${at}>Dear</div>`, 'textbox', 'Letter'],
  [`<img alt="A cat" ${at}>`, 'img', 'A cat'],
  [`<div ${at}></div>`, 'generic', ''],
  [`<div ${at}>${'much text '.repeat(20)}</div>`, 'generic', ''],
  [`<button ${at}>${'long '.repeat(100)}</button>`, 'button', 'long '.repeat(24).trim()],
  // Inputs whose names hide the form's own properties.
  [`<form ${at}><input hidden name="getAttribute"><input hidden name="localName"></form>`, 'form', ''],
])('a click on %s: %s, "%s"', async (html, role, name) => {
  await show(html);
  expect(await clickAt(125, 55)).toEqual({ role, name, frame: null, box: boxAt, scroll });
});

test("typing is recorded with its field, by keys and as a whole; a page's own key events are not", async () => {
  await show(`<input aria-label="Name" ${at}><a href="#x">on</a>`);
  expect(await press('a', 'a')).toBeNull();
  await browser.run('document.querySelector("input").focus()');
  const on = { role: 'textbox', name: 'Name', frame: null, box: boxAt, scroll };
  expect(await press('a', 'a')).toEqual(on);
  expect(await insert('whole words')).toEqual(on);
  expect(await press('Tab')).toEqual(on);
  expect(await press('Enter', '\r')).toMatchObject({ role: 'link', name: 'on' });
  expect(await browser.run('document.querySelector("input").value')).toBe('awhole words');
  expect(await found(async () => {})).toBeNull();
});

test('an element that its press removes, and one whose click leaves the page', async () => {
  await show(`<button onpointerdown="this.remove()" ${at}>Goes</button>`);
  expect(await clickAt(15, 25)).toMatchObject({ role: 'button', name: 'Goes', box: boxAt });
  await show(`<a href="/two" ${at}>Two</a>`);
  expect(await clickAt(15, 25)).toMatchObject({ role: 'link', name: 'Two', box: boxAt });
  await until(() => browser.judged().url === 'https://a.test/two');
});

test('for a press before the call and a release in it, the element of the press', async () => {
  await show(`<button ${at}>Held</button>`);
  const { mouse } = handsOn(browser.watch);
  await mouse('mousePressed', 15, 25);
  expect(await found(() => mouse('mouseReleased', 600, 600))).toMatchObject({ name: 'Held', box: boxAt });
});

test('the scroll position of the page; null for fixed elements and inside scrolled parts', async () => {
  const tall = '<div style="height:3000px"></div>';
  await show(`<button ${at.replace('top:20px', 'top:520px')}>Far</button>${tall}`);
  await browser.run('scrollTo(0, 500)');
  expect(await clickAt(15, 25)).toMatchObject({ box: boxAt, scroll: { x: 0, y: 500 } });
  await show(`<button ${at.replace('absolute', 'fixed')}>Stays</button>${tall}`);
  await browser.run('scrollTo(0, 500)');
  expect(await clickAt(15, 25)).toMatchObject({ box: boxAt, scroll: null });
  await show(
    `<div id="part" style="position:absolute;left:0;top:0;width:300px;height:200px;overflow:auto"><button ${at.replace('top:20px', 'top:120px')}>In it</button>${tall}</div>`,
  );
  await browser.run('part.scrollTop = 100');
  expect(await clickAt(15, 25)).toMatchObject({ box: boxAt, scroll: null });
});

test('within a shadow root', async () => {
  await show('<div id="host"></div>');
  await browser.run(
    `host.attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(`<button ${at}><b>Deep</b></button>`)}`,
  );
  expect(await clickAt(15, 25)).toEqual({ role: 'button', name: 'Deep', frame: null, box: boxAt, scroll });
});

test('a file that is set in its field', async () => {
  await show(`<input type="file" aria-label="Picture" ${at}>`);
  const { root } = await send('DOM.getDocument', {});
  const { nodeId } = await send('DOM.querySelector', { nodeId: root.nodeId, selector: 'input' });
  const put = () => send('DOM.setFileInputFiles', { nodeId, files: [import.meta.filename] });
  expect(await found(put)).toMatchObject({ role: 'button', name: 'Picture', box: boxAt });
});

test('in a popup', async () => {
  await browser.open('https://a.test/');
  browser.start('window.open("/popup")');
  await until(() => browser.judged().url === 'https://a.test/popup' && browser.judged().loaded);
  // A new window does not accept input yet.
  await until(async () => (await clickAt(15, 25)) !== null);
  expect(await clickAt(15, 25)).toMatchObject({
    role: 'button',
    name: 'In the popup',
    frame: null,
    box: boxAt,
  });
  await browser.run('window.close()');
  await until(() => browser.judged().url === 'https://a.test/');
});

test('in a document after document.open', async () => {
  await show('');
  await browser.run(
    `document.open(); document.write(${JSON.stringify(`<button ${at}>New</button>`)}); document.close()`,
  );
  expect(await clickAt(15, 25)).toMatchObject({ role: 'button', name: 'New', box: boxAt });
});

test('a page neither notices the recording nor can fake it', async () => {
  await show(`<button ${at}>Real</button><button id="other">Other</button><input id="field">`);
  expect(await browser.run('Object.keys(globalThis).filter((key) => /bench/i.test(key))')).toEqual([]);
  const forge = `
    contractBenchInput = () => {};
    Element.prototype.getBoundingClientRect = () => ({ x: 1, y: 1, width: 1, height: 1 });
    Element.prototype.getAttribute = () => 'forged';
    Event.prototype.composedPath = () => [other];
    other.click();
    for (const type of ['pointerdown', 'pointerup', 'keydown', 'beforeinput', 'input', 'change'])
      other.dispatchEvent(new PointerEvent(type, { bubbles: true, composed: true }));
    field.focus();
    document.execCommand('insertText', false, 'forged');
    field.blur();
    addEventListener('pointerdown', (event) => event.stopImmediatePropagation(), true);`;
  expect(await found(() => browser.run(forge))).toBeNull();
  expect(await clickAt(15, 25)).toEqual({ role: 'button', name: 'Real', frame: null, box: boxAt, scroll });
});

test.each([[[]], [['--site-per-process']]])(
  'in frames, and frames of frames, with the flags %j',
  async (flags) => {
    const web = await openWeb({ kind: 'hermetic', fixtureSites: pages });
    const hermetic = web.hermetic && { ...web.hermetic, flags: [...web.hermetic.flags, ...flags] };
    const session = await openBrowser(
      await findChromium(),
      { ...web, hermetic },
      { mark: `test-${randomUUID()}`, viewport },
    );
    onTestFinished(() => session.end().then(() => web.close()));
    const hands = handsOn(session.watch);
    await hands.send('Page.navigate', { url: 'https://a.test/frames' });
    await until(() => session.watch.judgedTab()?.loaded === true);
    const processes = await session.watch.cdp.send('Target.getTargets', { filter: [{ type: 'iframe' }] });
    expect(processes.targetInfos).toHaveLength(flags.length === 0 ? 0 : 2);
    // The position of a frame in another process is reported a little later.
    await until(async () => (await hands.clickAt(570, 155))?.role === 'button');
    expect(await hands.clickAt(570, 155)).toEqual({
      role: 'button',
      name: 'Other',
      frame: 'https://c.test/',
      box: { ...boxAt, x: 560, y: 150 },
      scroll: null,
    });
    expect(await hands.clickAt(120, 230)).toEqual({
      role: 'button',
      name: 'Same',
      frame: 'https://a.test/in',
      box: { ...boxAt, x: 115, y: 225 },
      scroll: null,
    });
  },
);
