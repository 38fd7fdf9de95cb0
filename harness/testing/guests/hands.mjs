/**
 * Tools of the guest that act on a page. The honest ones check each act before and after it, and answer with the page; the
 * lying ones do nothing and report success.
 */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const text = (words) => ({ content: [{ type: 'text', text: words }] });
const failure = (words) => ({ ...text(words), isError: true });

/** `send`: a command of DevTools. `sessionOf`: the session of the front tab. `listen`: gets all events. */
export function handsOf({ send, sessionOf, listen, isHonest }) {
  const open = new Set();
  let dialog = null;
  let dialogOpened = () => {};
  listen(({ method, params }) => {
    if (method === 'Network.requestWillBeSent') open.add(params.requestId);
    if (method === 'Network.loadingFinished' || method === 'Network.loadingFailed')
      open.delete(params.requestId);
    if (method === 'Page.javascriptDialogOpening') {
      dialog = params;
      dialogOpened(params);
    }
  });

  const run = async (expression, options = {}) => {
    const { sessionId } = await sessionOf();
    await send('Network.enable', {}, sessionId);
    const given = {
      expression: `(${inPage})(); ${expression}`,
      awaitPromise: true,
      returnByValue: true,
      ...options,
    };
    const { result, exceptionDetails } = await send('Runtime.evaluate', given, sessionId);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result;
  };
  const mouse = async (type, { x, y }, more = {}) => {
    const { sessionId } = await sessionOf();
    await send('Input.dispatchMouseEvent', { type, x, y, ...more }, sessionId);
  };
  const left = { button: 'left', clickCount: 1 };
  const settle = async () => {
    for (let quiet = 0; quiet < 3; quiet += open.size === 0 ? 1 : 0)
      await run('new Promise((resolve) => setTimeout(resolve, 20))').catch(() => {});
  };
  const look = async () => text((await run('__guest.look()')).value);
  const pointOf = async (ref, doing) => (await run(`__guest.pointOf(${ref}, '${doing}')`)).value;
  /** Moves the pointer there, as often as the element moves away from it. */
  const aim = async (ref, doing) => {
    for (let tries = 0; tries < 3; tries += 1) {
      const point = await pointOf(ref, doing);
      await mouse('mouseMoved', point);
      const after = await pointOf(ref, doing);
      if (point.x === after.x && point.y === after.y) return point;
    }
    throw new Error('the element does not stay in its place');
  };
  const click = async ({ ref }) => {
    const point = await aim(ref, 'click');
    await mouse('mousePressed', point, left);
    await mouse('mouseReleased', point, left);
    await settle();
    return look();
  };

  const honest = {
    click,
    check: click,
    fill: async ({ ref, words }) => {
      await run(`__guest.select(${ref})`);
      const { sessionId } = await sessionOf();
      await send('Input.insertText', { text: words }, sessionId);
      await settle();
      return look();
    },
    choose: async ({ ref, option }) => {
      await run(`__guest.choose(${ref}, ${JSON.stringify(option)})`);
      await settle();
      return look();
    },
    upload: async ({ ref, file }) => {
      if (!existsSync(file)) return failure(`The file ${file} is missing.`);
      const { sessionId } = await sessionOf();
      const { objectId } = await run(`__guest.known.get(${ref}).element`, { returnByValue: false });
      await send('DOM.setFileInputFiles', { files: [path.resolve(file)], objectId }, sessionId);
      await settle();
      return look();
    },
    drag: async ({ from, to }) => {
      const start = await aim(from, 'click');
      await mouse('mousePressed', start, left);
      const end = await pointOf(to, 'click');
      await mouse('mouseMoved', end, { button: 'left' });
      await mouse('mouseReleased', end, left);
      await settle();
      return look();
    },
    visit: async ({ url }) => {
      const { sessionId } = await sessionOf();
      const asked = new Promise((resolve) => {
        dialogOpened = resolve;
      });
      const gone = await Promise.race([send('Page.navigate', { url }, sessionId), asked]);
      if (dialog) return failure(`The page asks whether to leave it: a dialog (${dialog.type}) is open.`);
      if (gone.errorText) return failure(gone.errorText);
      await settle();
      return look();
    },
    wait: async ({ words }) => {
      const isThere = `document.body.innerText.includes(${JSON.stringify(words)})`;
      for (let looks = 0; looks < 5; looks += 1) {
        if ((await run(isThere)).value) return look();
        await settle();
      }
      return failure('The text did not come.');
    },
    select_tab: async ({ tab }) => {
      const { targetInfos } = await send('Target.getTargets');
      const found = targetInfos.find(({ type, targetId }) => type === 'page' && targetId === tab);
      if (!found) return failure(`The tab ${tab} is missing.`);
      await send('Target.activateTarget', { targetId: tab });
      return look();
    },
    save_picture: async ({ file }) => {
      const { sessionId } = await sessionOf();
      const { data } = await send('Page.captureScreenshot', {}, sessionId);
      writeFileSync(file, Buffer.from(data, 'base64'));
      return text(`saved ${file}`);
    },
    accept: async () => {
      const { sessionId } = await sessionOf();
      await send('Page.handleJavaScriptDialog', { accept: true }, sessionId);
      return look();
    },
  };
  const acts = Object.entries(honest).map(([name, act]) => [
    name,
    isHonest ? async (args) => act(args).catch((error) => failure(error.message)) : async () => text('Done.'),
  ]);
  const tabs = async () => {
    const { targetInfos } = await send('Target.getTargets');
    const pages = targetInfos.filter(({ type }) => type === 'page');
    return text(pages.map(({ targetId, url }) => `${targetId} ${url}`).join('\n'));
  };
  return { look, tabs, ...Object.fromEntries(acts) };
}

/** Runs in the page. Its source is sent there. */
function inPage() {
  if (window.__guest) return;
  const sought = 'h1, h2, a[href], button, input, select, [role]';
  const roles = { H1: 'heading', H2: 'heading', A: 'link', BUTTON: 'button', SELECT: 'combobox' };
  const inputs = { checkbox: 'checkbox', number: 'spinbutton', file: 'button' };
  const roleOf = (element) =>
    element.getAttribute('role') ??
    (element.tagName === 'INPUT' ? (inputs[element.type] ?? 'textbox') : roles[element.tagName]);
  const nameOf = (element) => {
    const label = element.closest('label')?.cloneNode(true);
    for (const each of label?.querySelectorAll('input, select') ?? []) each.remove();
    return (element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent).trim();
  };
  const isDisabled = (element) => element.disabled || element.getAttribute('aria-disabled') === 'true';
  const contentOf = (element) =>
    element.tagName === 'SELECT' ? (element.selectedOptions[0]?.text ?? '') : (element.value ?? '');
  const known = new Map();
  let last = 0;
  const usable = (ref) => {
    const { element, name } = known.get(ref) ?? {};
    if (!element) throw new Error(`unknown element ${ref}`);
    if (!element.isConnected) throw new Error('the element is gone');
    if (nameOf(element) !== name)
      throw new Error(`the element is "${nameOf(element)}" now, and was "${name}"`);
    if (isDisabled(element)) throw new Error('the element is disabled');
    return element;
  };
  window.__guest = {
    known,
    look: () => {
      const lines = [...document.querySelectorAll(sought)].map((element) => {
        last += 1;
        const name = nameOf(element);
        known.set(last, { element, name });
        const flags = [
          ...(contentOf(element) === '' ? [] : [`value="${contentOf(element)}"`]),
          ...(isDisabled(element) ? ['disabled'] : []),
          ...(element.checked ? ['checked'] : []),
        ];
        return [`[${last}] ${roleOf(element)} "${name}"`, ...flags].join(' ');
      });
      return [`page ${location.href}`, ...lines, document.body.innerText].join('\n');
    },
    pointOf: (ref) => {
      const element = usable(ref);
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = element.getBoundingClientRect();
      if (width === 0 || height === 0) throw new Error('the element is not visible');
      const point = { x: x + width / 2, y: y + height / 2 };
      const hit = document.elementFromPoint(point.x, point.y);
      if (!element.contains(hit)) throw new Error(`the pointer would meet ${hit?.tagName}`);
      return point;
    },
    select: (ref) => {
      const element = usable(ref);
      if (element.tagName !== 'INPUT') throw new Error('the element takes no text');
      if (element.readOnly) throw new Error('the field is read-only');
      element.focus();
      element.select();
    },
    choose: (ref, words) => {
      const element = usable(ref);
      const option = [...element.options].find((each) => each.text === words);
      if (!option) throw new Error(`the option ${words} is missing`);
      if (option.disabled) throw new Error(`the option ${words} is disabled`);
      element.value = option.value;
      element.dispatchEvent(new Event('input', { bubbles: true }));
      element.dispatchEvent(new Event('change', { bubbles: true }));
    },
  };
}
