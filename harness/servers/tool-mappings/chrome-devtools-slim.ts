import { htmlElements } from './html-elements.ts';
import { doubleClicks, rightClicks, scriptCalls } from './page-scripts.ts';
import { byScript, byTool, cannot, type ShownElement, type ToolMapping } from './tool-mapping.ts';

const { evaluate, act } = scriptCalls('evaluate');
/** As a person's input would: the value, then the events. */
const enter = ({ ref }: ShownElement, fields: string) =>
  evaluate(
    `(() => { const field = document.querySelector(${JSON.stringify(ref)}); Object.assign(field, ${fields}); for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true })); })()`,
  );
const fill = ({ on, text }: { on: ShownElement; text: string }) =>
  enter(on, `{ value: ${JSON.stringify(text)} }`);

const noText = cannot('no tool gives the text of a page', {
  lacks: /text|html|snapshot|content|read|markdown/i,
});
const noFill = cannot('no tool fills a field', { lacks: /fill|type|input|text/i });
const noDialog = cannot('no tool answers a dialog', { lacks: /dialog|alert|prompt/i });
const noFrame = cannot('no tool goes into a frame', { lacks: /frame/i });
const noTabs = cannot('no tool lists or selects tabs', { lacks: /tab|page/i });
const noMouse = (what: string) =>
  cannot(`no tool ${what}`, { lacks: /click|mouse|hover|drag|press|(?<![a-z])hold|coordinate/i });

/** Three tools: one opens a URL, one runs a script, one takes a screenshot. All else is a script. */
export const chromeDevtoolsSlim: ToolMapping = {
  id: 'chrome-devtools+slim',
  firstPage: null,
  opened: null,
  readsBy: noText,
  read: () => evaluate('document.documentElement.outerHTML'),
  readWhole: null,
  elements: (answer) => htmlElements(htmlIn(answer)),
  tabs: { list: evaluate('[location.href]'), parse: () => [] },
  verbs: {
    open: byTool(({ url }) => ({ tool: 'navigate', args: { url } })),
    click: byScript(({ on }) => act(on, 'click()'), noMouse('clicks')),
    doubleClick: byScript(({ on }) => act(on, doubleClicks), noMouse('clicks twice')),
    rightClick: byScript(({ on }) => act(on, rightClicks), noMouse('clicks with another button')),
    hover: byScript(
      ({ on }) => act(on, "dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))"),
      noMouse('moves the mouse'),
    ),
    fill: byScript(fill, noFill),
    type: byScript(fill, noFill),
    press: cannot('no tool presses a key', { lacks: /key|press/i }),
    select: byScript(
      ({ on, option }) => enter(on, chosen(option)),
      cannot('no tool selects an option', { lacks: /select|option/i }),
    ),
    check: byScript(
      ({ on, to }) =>
        evaluate(
          `(() => { const box = document.querySelector(${JSON.stringify(on.ref)}); if (box.checked !== ${to}) box.click(); })()`,
        ),
      cannot('no tool checks a box', { lacks: /check|fill|click/i }),
    ),
    upload: cannot('no tool chooses a file', { lacks: /upload|file/i }),
    drag: noMouse('drags'),
    hold: noMouse('clicks with a key'),
    pressHold: noMouse('keeps the button of the mouse down'),
    clickAt: noMouse('clicks at a point'),
    scroll: byScript(
      ({ on }) => act(on, 'scrollIntoView()'),
      cannot('no tool scrolls', { lacks: /scroll/i }),
    ),
    print: cannot('no tool emulates print', { lacks: /print|media|emulate/i }),
    script: byScript(({ code }) => evaluate(`(${code})()`)),
    readText: byScript(() => evaluate('document.body.innerText'), noText),
    accept: noDialog,
    dismiss: noDialog,
    tab: noTabs,
    closeTab: noTabs,
    frame: noFrame,
    byName: cannot('no tool acts on an element', { lacks: /selector|locator|click|fill/i }),
    inFrame: noFrame,
    wait: { by: 'reading' },
    screenshot: cannot('its screenshots go to a path of its own choice', { fails: 'screenshot' }),
  },
};

function chosen(option: string): string {
  return `{ value: [...field.options].find(({ label }) => label === ${JSON.stringify(option)}).value }`;
}

/** Its answer is the result as JSON. */
function htmlIn(answer: string): string {
  try {
    return String(JSON.parse(answer));
  } catch {
    return '';
  }
}
