import { byTool, cannot, type ToolMapping } from '../../servers/tool-mappings/tool-mapping.ts';
import { escaped, type PageElement, withSingleSpaces } from '../../task/walkthroughs/page-element.ts';

const unused = () => cannot('the guest is not asked to', { fails: 'look' });

/** The tool mapping of the guest with `--honest` or `--lying`; see `hands.mjs`. */
export const guestMapping: ToolMapping = {
  id: 'guest',
  firstPage: null,
  opened: null,
  readsBy: 'tool',
  read: () => ({ tool: 'look', args: {} }),
  readWhole: null,
  elements: (answer) => answer.split('\n').flatMap(elementOf),
  tabs: {
    list: { tool: 'tabs', args: {} },
    parse: (answer) =>
      [...answer.matchAll(/^(\S+) (\S+)$/gm)].map(([, page = '', url = '']) => ({ page, find: null, url })),
  },
  verbs: {
    open: byTool(({ url }) => ({ tool: 'visit', args: { url } })),
    click: byTool(({ on }) => ({ tool: 'click', args: { ref: on.ref } })),
    doubleClick: unused(),
    rightClick: unused(),
    hover: unused(),
    fill: byTool(({ on, text }) => ({ tool: 'fill', args: { ref: on.ref, words: text } })),
    type: unused(),
    press: unused(),
    select: byTool(({ on, option }) => ({ tool: 'choose', args: { ref: on.ref, option } })),
    check: byTool(({ on }) => ({ tool: 'check', args: { ref: on.ref } })),
    upload: byTool(({ on, file }) => ({ tool: 'upload', args: { ref: on.ref, file } })),
    drag: byTool(({ from, to }) => ({ tool: 'drag', args: { from: from.ref, to: to.ref } })),
    hold: unused(),
    pressHold: unused(),
    clickAt: unused(),
    scroll: unused(),
    print: unused(),
    script: unused(),
    readText: unused(),
    accept: byTool(() => ({ tool: 'accept', args: {} })),
    dismiss: unused(),
    tab: byTool(({ to }) => ({ tool: 'select_tab', args: { tab: to } })),
    closeTab: unused(),
    frame: unused(),
    byName: unused(),
    inFrame: unused(),
    wait: byTool(({ text }) => ({ tool: 'wait', args: { words: text } })),
    screenshot: byTool(({ file }) => ({ tool: 'save_picture', args: { file } })),
  },
};

/** `[4] textbox "Amount" value="100" disabled`. */
function elementOf(line: string): PageElement[] {
  const [, ref, role, name = '', value = ''] =
    /^\[(\d+)\] ([a-z]+) "([^"]*)"(?: value="([^"]*)")?/.exec(line) ?? [];
  if (ref === undefined || role === undefined) return [];
  const find = { before: '\\[', ref: '\\d+', after: `\\] ${role} "${escaped(name)}"` };
  return [{ role, name: withSingleSpaces(name), value, depth: 0, ref, find }];
}
