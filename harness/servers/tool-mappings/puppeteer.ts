import { htmlElements } from './html-elements.ts';
import { doubleClicks, rightClicks, scriptCalls } from './page-scripts.ts';
import { byScript, byTool, cannot, type ToolMapping } from './tool-mapping.ts';

const { evaluate, act } = scriptCalls('puppeteer_evaluate');

/** Its tools take selectors; only a script reads the elements of a page. */
export const puppeteer: ToolMapping = {
  id: 'puppeteer',
  firstPage: null,
  opened: null,
  readsBy: cannot('no tool gives the text of a page', { lacks: /text|html|snapshot|content|read|markdown/i }),
  read: () => evaluate('document.documentElement.outerHTML'),
  readWhole: null,
  elements: (answer) => {
    const [, html = '""'] = /^Execution result:\n(".*")$/m.exec(answer) ?? [];
    return htmlElements(htmlIn(html));
  },
  tabs: { list: evaluate('[location.href]'), parse: () => [] },
  verbs: {
    open: byTool(({ url }) => ({ tool: 'puppeteer_navigate', args: { url } })),
    click: byTool(({ on }) => ({ tool: 'puppeteer_click', args: { selector: on.ref } })),
    doubleClick: byScript(
      ({ on }) => act(on, doubleClicks),
      cannot('its click is one click', { lacks: /double|dblclick|clickCount/i }),
    ),
    rightClick: byScript(
      ({ on }) => act(on, rightClicks),
      cannot('its click takes no other button', { lacks: /button|right_?click/i }),
    ),
    hover: byTool(({ on }) => ({ tool: 'puppeteer_hover', args: { selector: on.ref } })),
    // It appends to the content of a field.
    fill: byTool(({ on, text }) => ({ tool: 'puppeteer_fill', args: { selector: on.ref, value: text } })),
    type: byTool(({ on, text }) => ({ tool: 'puppeteer_fill', args: { selector: on.ref, value: text } })),
    press: cannot('no tool presses a key', { lacks: /key|press/i }),
    select: byTool(({ on, option }) => ({
      tool: 'puppeteer_select',
      args: { selector: on.ref, value: option },
    })),
    check: byTool(({ on }) => ({ tool: 'puppeteer_click', args: { selector: on.ref } })),
    upload: cannot('no tool chooses a file', { lacks: /upload|file/i }),
    drag: cannot('no tool drags', { lacks: /drag/i }),
    hold: byScript(
      ({ on, key }) =>
        act(on, `dispatchEvent(new MouseEvent('click', { bubbles: true, ${modifierOf(key)}: true }))`),
      cannot('its click takes no key', { lacks: /modifier/i }),
    ),
    pressHold: cannot('no tool keeps the button of the mouse down', { lacks: /mouse|press|(?<![a-z])hold/i }),
    clickAt: cannot('no tool clicks at a point', { lacks: /^x$|coordinate|mouse/i }),
    scroll: byScript(
      ({ on }) => act(on, 'scrollIntoView()'),
      cannot('no tool scrolls', { lacks: /scroll/i }),
    ),
    print: cannot('no tool emulates print', { lacks: /print|media|emulate/i }),
    script: byScript(({ code }) => evaluate(`(${code})()`)),
    readText: byScript(
      () => evaluate('document.body.innerText'),
      cannot('no tool gives the text of a page', { lacks: /text|html|snapshot|content|read|markdown/i }),
    ),
    accept: cannot('no tool answers a dialog', { lacks: /dialog|alert|prompt/i }),
    dismiss: cannot('no tool answers a dialog', { lacks: /dialog|alert|prompt/i }),
    tab: cannot('no tool goes to another tab', { lacks: /tab/i }),
    closeTab: cannot('no tool closes a tab', { lacks: /tab/i }),
    frame: cannot('no tool goes into a frame', { lacks: /frame/i }),
    // Puppeteer's selectors find elements by role and name also in closed shadow roots.
    byName: byTool(({ role, name, text }) => {
      const selector = `::-p-aria([name=${JSON.stringify(name)}][role=${JSON.stringify(role)}])`;
      return text === null
        ? { tool: 'puppeteer_click', args: { selector } }
        : { tool: 'puppeteer_fill', args: { selector, value: text } };
    }),
    inFrame: cannot('no tool acts in a frame', { lacks: /frame/i }),
    wait: { by: 'reading' },
    screenshot: cannot('its screenshots have a name and no path', {
      fails: 'puppeteer_screenshot',
    }),
  },
};

function modifierOf(key: string): string {
  return { Alt: 'altKey', Control: 'ctrlKey', Meta: 'metaKey', Shift: 'shiftKey' }[key] ?? key;
}

/** Its answer is a quoted text, which may be cut if it is long. */
function htmlIn(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return '';
  }
}
