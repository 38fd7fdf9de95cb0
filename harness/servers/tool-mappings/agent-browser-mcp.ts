import { agentBrowser } from './agent-browser.ts';
import { byScript, byTool, cannot, type ToolMapping } from './tool-mapping.ts';

const tool = (name: string) => `agent_browser_${name}`;

/** The default profile of its tools, which has fewer of them than the command line. */
export const agentBrowserMcp: ToolMapping = {
  ...agentBrowser,
  id: 'agent-browser-mcp',
  read: () => ({ tool: tool('snapshot'), args: {} }),
  // The short snapshot leaves out plain text.
  readWhole: () => ({ tool: tool('snapshot'), args: { interactive: false } }),
  tabs: {
    list: { tool: tool('tab_list'), args: {} },
    parse: (answer) =>
      [...answer.matchAll(/"tabId": "(t\d+)"[^}]*?"url": "([^"]*)"/g)].map(([, page = '', url = '']) => ({
        page,
        find: null,
        url,
      })),
  },
  verbs: {
    open: byTool(({ url }) => ({ tool: tool('open'), args: { url } })),
    click: byTool(({ on }) => ({ tool: tool('click'), args: { selector: on.ref } })),
    doubleClick: cannot('no tool clicks twice', { lacks: /dbl|double/i }),
    rightClick: cannot('its click takes no other button', { lacks: /button|right.?click/i }),
    hover: cannot('no tool hovers', { lacks: /hover/i }),
    fill: byTool(({ on, text }) => ({ tool: tool('fill'), args: { selector: on.ref, text } })),
    type: byTool(({ on, text }) => [
      { tool: tool('click'), args: { selector: on.ref } },
      ...[...text].map((key) => ({ tool: tool('press'), args: { key } })),
    ]),
    press: byTool(({ key }) => ({ tool: tool('press'), args: { key } })),
    select: byTool(({ on, option }) => ({
      tool: tool('select'),
      args: { selector: on.ref, values: [option] },
    })),
    check: byTool(({ on, to }) => ({ tool: tool(to ? 'check' : 'uncheck'), args: { selector: on.ref } })),
    upload: cannot('no tool gives a file', { lacks: /upload|file_?input/i }),
    drag: cannot('no tool drags', { lacks: /drag/i }),
    hold: cannot('its click takes no key', { lacks: /modifier/i }),
    pressHold: cannot('no tool keeps the button of the mouse down', { lacks: /mouse|(?<![a-z])hold/i }),
    clickAt: cannot('no tool clicks at a point', { lacks: /^x$|coordinate|mouse/i }),
    scroll: cannot('no tool scrolls to an element', { lacks: /scroll_?into/i }),
    print: cannot('no tool sets the medium', { lacks: /print|media/i }),
    script: byScript(({ code }) => ({ tool: tool('eval'), args: { script: `(${code})()` } })),
    readText: byTool(() => ({ tool: tool('get_text'), args: { selector: 'body' } })),
    accept: cannot('no tool answers a dialog', { lacks: /dialog/i }),
    dismiss: cannot('no tool answers a dialog', { lacks: /dialog/i }),
    tab: byTool(({ to }) => ({ tool: tool('tab_switch'), args: { tab: `${to}` } })),
    closeTab: byTool(() => ({ tool: tool('tab_close'), args: {} })),
    frame: cannot('no tool enters a frame', { lacks: /frame/i }),
    byName: cannot('no tool finds an element by its role and name', { lacks: /find|locator|by_?role/i }),
    inFrame: cannot('no tool enters a frame', { lacks: /frame/i }),
    wait: byTool(({ text }) => ({ tool: tool('wait_for_text'), args: { text } })),
    screenshot: byTool(({ file }) => ({ tool: tool('screenshot'), args: { path: file } })),
  },
};
