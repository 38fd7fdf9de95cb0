import { playwright } from './playwright.ts';
import { byScript, byTool, cannot, type MappedCall, type ToolMapping } from './tool-mapping.ts';

const run = (...args: (string | MappedCall['args'][string])[]): MappedCall => ({
  tool: 'run',
  args: { args: args.flatMap((each) => (each === null || each === undefined ? [] : [each])) },
});

/** The snapshots of Playwright MCP, with commands in place of tools. */
export const playwrightCli: ToolMapping = {
  id: 'playwright-cli',
  firstPage: null,
  opened: null,
  readsBy: 'tool',
  read: () => run('snapshot'),
  readWhole: null,
  elements: playwright.elements,
  byText: (text) => `text=${JSON.stringify(text)} >> nth=0`,
  tabs: {
    list: run('tab-list'),
    parse: playwright.tabs.parse,
  },
  verbs: {
    open: byTool(({ url }) => run('goto', url)),
    click: byTool(({ on }) => run('click', on.ref)),
    doubleClick: byTool(({ on }) => run('dblclick', on.ref)),
    rightClick: byTool(({ on }) => run('click', on.ref, 'right')),
    hover: byTool(({ on }) => run('hover', on.ref)),
    fill: byTool(({ on, text }) => run('fill', on.ref, text)),
    // It types into the focused element.
    type: byTool(({ on, text }) => [run('click', on.ref), run('type', text)]),
    press: byTool(({ key }) => run('press', key)),
    select: byTool(({ on, option }) => run('select', on.ref, option)),
    check: byTool(({ on, to }) => run(to ? 'check' : 'uncheck', on.ref)),
    upload: byTool(({ on, file }) => [run('click', on.ref), run('upload', file)]),
    drag: byTool(({ from, to }) => run('drag', from.ref, to.ref)),
    hold: byTool(({ on, key }) => [run('keydown', key), run('click', on.ref), run('keyup', key)]),
    pressHold: byTool(({ on, ms }) => [
      run('hover', on.ref),
      run('mousedown'),
      run('eval', `() => new Promise((done) => setTimeout(done, ${ms}))`),
      run('mouseup'),
    ]),
    clickAt: byTool(({ x, y }) => [run('mousemove', `${x}`, `${y}`), run('mousedown'), run('mouseup')]),
    scroll: byScript(({ on }) => run('eval', '(element) => element.scrollIntoView()', on.ref)),
    print: byTool(() => run('set-media', 'print')),
    script: byScript(({ code }) => run('eval', code)),
    readText: cannot('no tool gives the text as it stands on the page', {
      lacks: /get_text|visible_text|inner_?text|page_text/i,
    }),
    accept: byTool(({ text }) => run('dialog-accept', text)),
    dismiss: byTool(() => run('dialog-dismiss')),
    tab: byTool(({ to }) => run('tab-select', `${to}`)),
    closeTab: byTool(() => run('tab-close')),
    // Its snapshot and its actions include frames.
    frame: byTool(() => []),
    byName: byTool(({ role, name, text }) => {
      const target = `role=${role}[name=${JSON.stringify(name)}]`;
      return text === null ? run('click', target) : run('fill', target, text);
    }),
    inFrame: cannot('what stands in a frame it names by its snapshot', { lacks: /frame/i }),
    wait: byScript(({ text }) =>
      run(
        'eval',
        `async () => { for (let looks = 0; looks < 100 && !document.body?.innerText.includes(${JSON.stringify(text)}); looks += 1) await new Promise((done) => setTimeout(done, 100)); }`,
      ),
    ),
    screenshot: byTool(({ file }) => run('screenshot', `--filename=${file}`)),
  },
};
