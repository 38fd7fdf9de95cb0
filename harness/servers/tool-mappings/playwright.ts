import { escaped, type PageElement, withSingleSpaces } from '../../task/walkthroughs/page-element.ts';
import { byScript, byTool, cannot, type ToolMapping } from './tool-mapping.ts';

/** With its tools for points of the window. */
const pointing: NonNullable<ToolMapping['variants']>[string] = {
  clickAt: byTool(({ x, y }) => ({ tool: 'browser_mouse_click_xy', args: { x, y } })),
  pressHold: byTool(({ on, ms }) => [
    { tool: 'browser_hover', args: { target: on.ref } },
    { tool: 'browser_mouse_down', args: {} },
    { tool: 'browser_wait_for', args: { time: ms / 1000 } },
    { tool: 'browser_mouse_up', args: {} },
  ]),
};

export const playwright: ToolMapping = {
  id: 'playwright',
  firstPage: null,
  opened: null,
  readsBy: 'tool',
  read: () => ({ tool: 'browser_snapshot', args: {} }),
  readWhole: null,
  elements: (answer) => answer.split('\n').flatMap(elementOf),
  // Its snapshot joins the texts of inline elements, which have no ref then.
  byText: (text) => `text=${JSON.stringify(text)} >> nth=0`,
  tabs: {
    list: { tool: 'browser_tabs', args: { action: 'list' } },
    parse: (answer) =>
      [...answer.matchAll(/^- (\d+): .*\] ?\((\S+)\)$/gm)].map(([, index, url = '']) => ({
        page: Number(index),
        find: null,
        url,
      })),
  },
  follows: {
    tools: { browser_run_code_unsafe: ['browser_run_code'] },
    renamed: { target: ['ref'], startTarget: ['startRef'], endTarget: ['endRef'] },
    dropped: ['level', 'static'],
    filled: { element: 'the element', startElement: 'the first element', endElement: 'the second element' },
  },
  variants: { caps: pointing, vision: pointing },
  verbs: {
    open: byTool(({ url }) => ({ tool: 'browser_navigate', args: { url } })),
    click: byTool(({ on }) => ({ tool: 'browser_click', args: { target: on.ref } })),
    doubleClick: byTool(({ on }) => ({ tool: 'browser_click', args: { target: on.ref, doubleClick: true } })),
    rightClick: byTool(({ on }) => ({ tool: 'browser_click', args: { target: on.ref, button: 'right' } })),
    hover: byTool(({ on }) => ({ tool: 'browser_hover', args: { target: on.ref } })),
    fill: byTool(({ on, text }) => ({ tool: 'browser_type', args: { target: on.ref, text } })),
    type: byTool(({ on, text }) => ({ tool: 'browser_type', args: { target: on.ref, text, slowly: true } })),
    press: byTool(({ key }) => ({ tool: 'browser_press_key', args: { key } })),
    select: byTool(({ on, option }) => ({
      tool: 'browser_select_option',
      args: { target: on.ref, values: [option] },
    })),
    check: byTool(({ on, to }) => ({
      tool: 'browser_fill_form',
      args: {
        fields: [
          {
            name: on.name,
            type: on.role === 'radio' ? 'radio' : 'checkbox',
            target: on.ref,
            value: String(to),
          },
        ],
      },
    })),
    upload: byTool(({ on, file }) => [
      { tool: 'browser_click', args: { target: on.ref } },
      { tool: 'browser_file_upload', args: { paths: [file] } },
    ]),
    drag: byTool(({ from, to }) => ({
      tool: 'browser_drag',
      args: { startTarget: from.ref, endTarget: to.ref },
    })),
    hold: byTool(({ on, key }) => ({
      tool: 'browser_click',
      args: { target: on.ref, modifiers: [key] },
    })),
    pressHold: cannot('no tool keeps the button of the mouse down', {
      lacks: /mouse_?down|press_?hold|^hold/i,
    }),
    clickAt: cannot('no tool clicks at a point', { lacks: /^x$|coordinate|mouse_click/i }),
    scroll: byScript(({ on }) => ({
      tool: 'browser_evaluate',
      args: { target: on.ref, function: '(element) => element.scrollIntoView()' },
    })),
    print: byTool(() => ({ tool: 'browser_emulate_media', args: { media: 'print' } })),
    script: byScript(({ code }) => ({ tool: 'browser_evaluate', args: { function: code } })),
    readText: cannot('no tool gives the text as it stands on the page', {
      lacks: /get_text|visible_text|inner_?text|page_text/i,
    }),
    accept: byTool(({ text }) => ({
      tool: 'browser_handle_dialog',
      args: { accept: true, promptText: text },
    })),
    dismiss: byTool(() => ({ tool: 'browser_handle_dialog', args: { accept: false } })),
    tab: byTool(({ to }) => ({ tool: 'browser_tabs', args: { action: 'select', index: to } })),
    closeTab: byTool(() => ({ tool: 'browser_tabs', args: { action: 'close' } })),
    // Its snapshot and its actions include frames.
    frame: byTool(() => []),
    byName: byTool(({ role, name, text }) => {
      const target = `role=${role}[name=${JSON.stringify(name)}]`;
      return text === null
        ? { tool: 'browser_click', args: { target } }
        : { tool: 'browser_type', args: { target, text } };
    }),
    inFrame: cannot('what stands in a frame it names by its snapshot', { lacks: /frame/i }),
    wait: byTool(({ text }) => ({ tool: 'browser_wait_for', args: { text } })),
    screenshot: byTool(({ file }) => ({ tool: 'browser_take_screenshot', args: { filename: file } })),
  },
};

/** `- link "Camping" [ref=e4] [cursor=pointer]:`, with YAML quotes if needed. */
function elementOf(line: string): PageElement[] {
  const [, indent = '', key = '', role = '', quoted = '', rest = ''] =
    /^( *)- ('?([a-z]+)(?: ("(?:[^"\\]|\\.)*"))?)(.*)$/.exec(line) ?? [];
  if (role === '') return [];
  const ref = /\[ref=((?:f\d+)?e\d+)\]/.exec(rest)?.[1] ?? null;
  return [
    {
      role,
      name: withSingleSpaces(quoted === '' ? '' : unquoted(quoted.replaceAll("''", "'"))),
      value: withSingleSpaces(unquoted(/^(?: \[[^\]]*\])*'?: (.*)$/.exec(rest)?.[1] ?? '')),
      depth: indent.length / 2,
      ref,
      find: {
        before: `- ${escaped(key)}(?= \\[)[^\\n]*?\\[ref=`,
        ref: '(?:f\\d+)?e\\d+',
        after: '\\]',
      },
    },
  ];
}

function unquoted(text: string): string {
  if (!/^".*"$/.test(text)) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}
