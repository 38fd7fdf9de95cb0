import { htmlElements } from './html-elements.ts';
import { scriptCalls } from './page-scripts.ts';
import { byScript, byTool, cannot, type MappedCall, type ToolMapping } from './tool-mapping.ts';

const { evaluate, act } = scriptCalls('playwright_evaluate');
const noDialog = () => cannot('no tool answers a dialog', { lacks: /dialog|alert|prompt/i });

/** Leads a selector from a frame to its content. */
const enter = ' >> internal:control=enter-frame >> ';

const selectorOf = (role: string, name: string) => `role=${role}[name=${JSON.stringify(name)}]`;

/** The limit of a page's HTML, in characters; the server's default is 20,000. */
const maxLength = 500_000;

/** Its tools take selectors, which are made from the HTML of its answers. */
export const executeautomation: ToolMapping = {
  id: 'executeautomation',
  firstPage: null,
  opened: null,
  readsBy: 'tool',
  read: () => ({ tool: 'playwright_get_visible_html', args: { maxLength } }),
  readWhole: null,
  elements: (answer) => htmlElements(answer.replace(/^HTML content:\n/, '')),
  byText: (text) => `text=${JSON.stringify(text)} >> nth=0`,
  tabs: { list: evaluate('[location.href]'), parse: () => [] },
  verbs: {
    open: byTool(({ url }) => ({ tool: 'playwright_navigate', args: { url } })),
    click: byTool(({ on }) => ({ tool: 'playwright_click', args: { selector: on.ref } })),
    doubleClick: byScript(
      ({ on }) => act(on, "dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))"),
      cannot('its click is one click', { lacks: /double|dblclick|clickCount/i }),
    ),
    rightClick: byScript(
      ({ on }) =>
        act(on, "dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))"),
      cannot('its click takes no other button', { lacks: /button|(?<!playw)right_?click/i }),
    ),
    hover: byTool(({ on }) => ({ tool: 'playwright_hover', args: { selector: on.ref } })),
    fill: byTool(({ on, text }) => ({ tool: 'playwright_fill', args: { selector: on.ref, value: text } })),
    type: byTool(({ on, text }) => [
      { tool: 'playwright_click', args: { selector: on.ref } },
      ...[...text].map((key) => pressing(key)),
    ]),
    press: byTool(({ key }) => pressing(key)),
    select: byTool(({ on, option }) => ({
      tool: 'playwright_select',
      args: { selector: on.ref, value: option },
    })),
    check: byTool(({ on }) => ({ tool: 'playwright_click', args: { selector: on.ref } })),
    upload: byTool(({ on, file }) => ({
      tool: 'playwright_upload_file',
      args: { selector: on.ref, filePath: file },
    })),
    drag: byTool(({ from, to }) => ({
      tool: 'playwright_drag',
      args: { sourceSelector: from.ref, targetSelector: to.ref },
    })),
    hold: cannot('its click takes no key', { lacks: /modifier/i }),
    pressHold: cannot('no tool keeps the button of the mouse down', { lacks: /mouse|(?<![a-z])hold/i }),
    clickAt: cannot('no tool clicks at a point', { lacks: /^x$|coordinate|mouse/i }),
    scroll: byScript(
      ({ on }) => act(on, 'scrollIntoView()'),
      cannot('no tool scrolls', { lacks: /scroll/i }),
    ),
    print: cannot('no tool emulates print', { lacks: /media|emulate/i }),
    script: byScript(({ code }) => evaluate(`(${code})()`)),
    readText: byTool(() => ({ tool: 'playwright_get_visible_text', args: {} })),
    accept: noDialog(),
    dismiss: noDialog(),
    tab: cannot('no tool goes to a tab but with the click that opens it', {
      lacks: /tab_list|select_tab|tabs/i,
    }),
    closeTab: cannot('no tool closes a tab but with the browser', { lacks: /close_tab|tab_close/i }),
    frame: cannot('no tool goes into a frame; two act in one', { lacks: /^frame|switch_to_frame|_frame/i }),
    byName: byTool(({ role, name, text }) =>
      text === null
        ? { tool: 'playwright_click', args: { selector: selectorOf(role, name) } }
        : { tool: 'playwright_fill', args: { selector: selectorOf(role, name), value: text } },
    ),
    // The selector of a nested frame leads through both frames, as in Playwright.
    inFrame: byTool(({ frames, role, name, text }) => {
      const iframeSelector = frames.map((title) => `iframe[title=${JSON.stringify(title)}]`).join(enter);
      return text === null
        ? { tool: 'playwright_iframe_click', args: { iframeSelector, selector: selectorOf(role, name) } }
        : {
            tool: 'playwright_iframe_fill',
            args: { iframeSelector, selector: selectorOf(role, name), value: text },
          };
    }),
    wait: { by: 'reading' },
    // It takes the folder, and adds a name of its own.
    screenshot: byTool(({ file }) => ({
      tool: 'playwright_screenshot',
      args: { name: 'picture', savePng: true, downloadsDir: file.replace(/\/[^/]*$/, '') },
    })),
  },
};

function pressing(key: string): MappedCall {
  return { tool: 'playwright_press_key', args: { key } };
}
