import {
  escaped,
  type PageElement,
  type PageTab,
  withSingleSpaces,
} from '../../task/walkthroughs/page-element.ts';
import { elementsOfFrames } from './openchrome-frames.ts';
import {
  byScript,
  byTool,
  cannot,
  type MappedCall,
  type Page,
  type ShownElement,
  type ToolMapping,
} from './tool-mapping.ts';

const tabId = 'tabId\\W+([0-9A-F]{32})';

/** The depth of the tree, enough for every page of the tasks; the server's default is 8. */
const depth = 200;

const moreTools: MappedCall = { tool: 'expand_tools', args: { tier: '2' } };

/** A selector of Puppeteer. */
const selectorOf = ({ role, name }: ShownElement) =>
  `::-p-aria([name=${JSON.stringify(name)}][role=${JSON.stringify(role)}])`;

/** The answer then has another form, with tags but without names. */
const longPage = 'its tree of roles and names ends at 50,000 characters, and a list of issues has more';

export const openchrome: ToolMapping = {
  id: 'openchrome',
  firstPage: null,
  opened: tabId,
  readsBy: 'tool',
  // The default mode gives tags and attributes; `ax` gives roles and names.
  read: (page) => ({ tool: 'read_page', args: { tabId: page, mode: 'ax', depth, includePagination: false } }),
  // The document tree; only this mode includes frames.
  readWhole: (page) => ({
    tool: 'read_page',
    args: { tabId: page, mode: 'dom', depth, includePagination: false },
  }),
  elements: (answer) => [
    ...[...answer.matchAll(line)].filter(([, , , role]) => role !== 'InlineTextBox').map(elementOf),
    ...elementsOfFrames(answer),
  ],
  text: (answer) => answer.replace(/<[a-z][\w-]*(?: [\w-]+="[^"]*")*\/>/g, ''),
  cannot: {
    'across-claim-and-file': longPage,
    'track-history': longPage,
  },
  tabs: { list: { tool: 'tabs_context', args: {} }, parse: tabsOf },
  verbs: {
    open: byTool(({ page, url }) => ({ tool: 'navigate', args: { tabId: page, url } })),
    click: byTool(({ page, on }) => mouse('left_click', page, on)),
    doubleClick: byTool(({ page, on }) => mouse('double_click', page, on)),
    rightClick: byTool(({ page, on }) => mouse('right_click', page, on)),
    hover: byTool(({ page, on }) => mouse('hover', page, on)),
    // Its tool for a single field does not replace the old text, and refuses multi-line fields. The other one needs a name.
    fill: byTool(({ page, on, text }) =>
      isOfDocument(on) || on.name === '' ? input(page, on, text) : filling(page, on.name, text),
    ),
    type: byTool(({ page, on, text }) => [mouse('left_click', page, on), typing(page, text)]),
    press: byTool(({ page, key }) => ({ tool: 'computer', args: { tabId: page, action: 'key', text: key } })),
    select: byTool(({ page, on, option }) => input(page, on, option)),
    check: byTool(({ page, on, to }) => input(page, on, String(to))),
    // Files and dragging need tools that it lists only after this call.
    upload: byTool(({ page, file }) => [
      moreTools,
      { tool: 'file_upload', args: { tabId: page, selector: 'input[type="file"]', filePaths: [file] } },
    ]),
    drag: byTool(({ page, from, to }) => [
      moreTools,
      {
        tool: 'drag_drop',
        args: { tabId: page, sourceSelector: selectorOf(from), targetSelector: selectorOf(to) },
      },
    ]),
    hold: cannot('its click takes no key', { lacks: /modifier/i }),
    pressHold: cannot('no action keeps the button of the mouse down', {
      lacks: /mouse_?down|(?<![a-z])hold/i,
    }),
    clickAt: byTool(({ page, x, y }) => ({
      tool: 'computer',
      args: { tabId: page, action: 'left_click', coordinate: [x, y] },
    })),
    scroll: byTool(({ page, on }) => mouse('scroll_to', page, on)),
    print: cannot('no tool emulates print', { lacks: /print|media|emulate/i }),
    script: byScript(({ page, code }) => ({
      tool: 'javascript_tool',
      args: { tabId: page, code: `await (0, eval)(${decoded(code)})()` },
    })),
    readText: byTool(({ page }) => ({ tool: 'read_page', args: { tabId: page, mode: 'dom', depth } })),
    accept: cannot('it dismisses every dialog by itself', { lacks: /dialog/i }),
    dismiss: byTool(() => []),
    // It works in several tabs at a time; each call names its tab.
    tab: byTool(() => []),
    closeTab: byTool(({ page }) => ({ tool: 'tabs_close', args: { tabId: page } })),
    // Its document tree includes frames.
    frame: byTool(() => []),
    byName: byTool(({ page, name, text }) =>
      text === null
        ? { tool: 'interact', args: { tabId: page, query: name, action: 'click' } }
        : filling(page, name, text),
    ),
    inFrame: cannot('what stands in a frame it names by its tree of the document', { lacks: /frame/i }),
    wait: byScript(({ page, text }) => ({
      tool: 'wait_for',
      args: {
        tabId: page,
        type: 'function',
        value: `document.body?.innerText.includes(${JSON.stringify(text)})`,
      },
    })),
    screenshot: cannot('its screenshots go into its answers alone', { fails: 'computer' }),
  },
};

/** Its tool returns a value only for one line without `;`. */
function decoded(code: string): string {
  const bytes = Buffer.from(`(${code})`).toString('base64');
  return `new TextDecoder().decode(Uint8Array.from(atob('${bytes}'), (c) => c.charCodeAt(0)))`;
}

function mouse(action: string, page: Page, { ref }: ShownElement): MappedCall {
  return { tool: 'computer', args: { tabId: page, action, ref } };
}

/** Whether the ref is a node number of the document tree, which the form tools do not accept. */
function isOfDocument({ ref }: ShownElement): boolean {
  return typeof ref === 'object' && /^\d+$/.test(ref.value);
}

function filling(page: Page, name: string, text: string): MappedCall {
  return { tool: 'fill_form', args: { tabId: page, fields: { [name]: text } } };
}

function typing(page: Page, text: string): MappedCall {
  return { tool: 'computer', args: { tabId: page, action: 'type', text } };
}

function input(page: Page, { ref }: ShownElement, value: string): MappedCall {
  return { tool: 'form_input', args: { tabId: page, ref, value } };
}

/** `[ref_9] textbox: "Name " = "Ada" (focused)`: names are quoted without escapes. */
const line =
  /^( *)\[(ref_\d+|no-ref)\] (\w+)(?:: "([\s\S]*?)"(?=$| = "| \([a-z, ]+\)$))?(?: = "([^"]*)")?(?: \([a-z, ]+\))?$/gm;

function elementOf([, indent = '', ref = '', role = '', name, value = '']: RegExpExecArray): PageElement {
  const plainRole = role.replace('StaticText', 'text').replace('image', 'img').toLowerCase();
  return {
    role: plainRole,
    name: withSingleSpaces(name ?? ''),
    value: withSingleSpaces(value),
    depth: indent.length / 2,
    ref: ref === 'no-ref' ? null : ref,
    find: {
      before: '\\[',
      ref: 'ref_\\d+',
      after: `\\] ${role}${name === undefined ? '(?![\\w:])' : `: "${escaped(name)}"`}`,
    },
  };
}

function tabsOf(answer: string): PageTab[] {
  return [...answer.matchAll(/"tabId": "([0-9A-F]{32})"[^}]*"url": "([^"]*)"/g)].map(
    ([, page = '', url = '']) => ({
      page,
      find: `"tabId": "([0-9A-F]{32})"[^}]*"url": "${escaped(url)}"`,
      url,
    }),
  );
}
