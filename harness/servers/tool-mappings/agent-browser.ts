import { escaped, type PageElement, withSingleSpaces } from '../../task/walkthroughs/page-element.ts';
import { byScript, byTool, cannot, type MappedCall, type ToolMapping } from './tool-mapping.ts';

const run = (...args: (string | MappedCall['args'][string])[]): MappedCall => ({
  tool: 'run',
  args: { args: args.flatMap((each) => (each === null || each === undefined ? [] : [each])) },
});

export const agentBrowser: ToolMapping = {
  id: 'agent-browser',
  firstPage: null,
  opened: null,
  readsBy: 'tool',
  read: () => run('snapshot'),
  readWhole: null,
  elements: (answer) => answer.split('\n').flatMap(elementOf),
  tabs: {
    list: run('tab', 'list'),
    parse: (answer) =>
      [...answer.matchAll(/^.*\[(t\d+)\] .* - (\S+)$/gm)].map(([, page = '', url = '']) => ({
        page,
        find: null,
        url,
      })),
  },
  verbs: {
    open: byTool(({ url }) => run('open', url)),
    click: byTool(({ on }) => run('click', on.ref)),
    doubleClick: byTool(({ on }) => run('dblclick', on.ref)),
    rightClick: byTool(({ on }) => [
      run('hover', on.ref),
      run('mouse', 'down', 'right'),
      run('mouse', 'up', 'right'),
    ]),
    hover: byTool(({ on }) => run('hover', on.ref)),
    fill: byTool(({ on, text }) => run('fill', on.ref, text)),
    // Its commands `type` and `keyboard type` fire no key events in the page.
    type: byTool(({ on, text }) => [run('click', on.ref), ...[...text].map((key) => run('press', key))]),
    press: byTool(({ key }) => run('press', key)),
    select: byTool(({ on, option }) => run('select', on.ref, option)),
    check: byTool(({ on, to }) => run(to ? 'check' : 'uncheck', on.ref)),
    // The browser finds the file only by this path.
    upload: byTool(({ on, file }) => run('upload', on.ref, `$PWD/${file}`)),
    drag: byTool(({ from, to }) => run('drag', from.ref, to.ref)),
    hold: cannot('the keys that it presses down are none of its clicks', { fails: 'click' }),
    pressHold: byTool(({ on, ms }) => [
      run('hover', on.ref),
      run('mouse', 'down'),
      run('wait', `${ms}`),
      run('mouse', 'up'),
    ]),
    clickAt: byTool(({ x, y }) => [
      run('mouse', 'move', `${x}`, `${y}`),
      run('mouse', 'down'),
      run('mouse', 'up'),
    ]),
    scroll: byTool(({ on }) => run('scrollintoview', on.ref)),
    print: cannot('its media are dark and light alone', { fails: 'media' }),
    script: byScript(({ code }) => run('eval', `(${code})()`)),
    readText: byTool(() => run('get', 'text', 'body')),
    accept: byTool(({ text }) => run('dialog', 'accept', text)),
    dismiss: byTool(() => run('dialog', 'dismiss')),
    tab: byTool(({ to }) => run('tab', `${to}`)),
    closeTab: byTool(() => run('tab', 'close')),
    frame: byTool(({ on }) => run('frame', on?.ref ?? 'main')),
    byName: byTool(({ role, name, text }) =>
      text === null
        ? run('find', 'role', role, 'click', '--name', name)
        : run('find', 'role', role, 'fill', text, '--name', name),
    ),
    inFrame: cannot('what it finds by name it finds in the page alone', { fails: 'find' }),
    wait: byTool(({ text }) => run('wait', '--text', text)),
    screenshot: byTool(({ file }) => run('screenshot', file)),
  },
};

/** `- textbox "Name " [required, ref=e3]: Ada`; plain text is a `StaticText`. */
function elementOf(line: string): PageElement[] {
  const [, indent = '', key = '', role = '', quoted = '', rest = ''] =
    /^( *)- (([A-Za-z]+)(?: ("(?:[^"\\]|\\.)*"))?)(.*)$/.exec(line) ?? [];
  if (role === '') return [];
  const ref = /[[ ,]ref=(e\d+)[\],]/.exec(rest)?.[1];
  const plainRole = role.replace('StaticText', 'text').replace('image', 'img').toLowerCase();
  return [
    {
      role: plainRole,
      name: withSingleSpaces(quoted === '' ? '' : unquoted(quoted)),
      value: withSingleSpaces(/\]: (.*)$/.exec(rest)?.[1] ?? /^: (.*)$/.exec(rest)?.[1] ?? ''),
      depth: indent.length / 2,
      ref: ref ?? null,
      find: { before: `- ${escaped(key)} \\[[^\\n]*?ref=`, ref: 'e\\d+', after: '[\\],]' },
    },
  ];
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}
