import * as z from 'zod';
import { escaped, type PageElement, withSingleSpaces } from '../../task/walkthroughs/page-element.ts';
import { byTool, cannot, type MappedCall, type ToolMapping, type VerbArguments } from './tool-mapping.ts';

const text = z.string().min(1, 'must not be empty');

const OwnCall = z.strictObject({
  tool: text.describe('the name of the tool'),
  args: z.record(z.string(), z.json()).optional().describe('its arguments; default: none'),
});
type OwnCall = z.infer<typeof OwnCall>;

/** The placeholders of each verb; `{page}` is allowed in all of them. */
const placeholders = {
  open: ['url'],
  click: ['ref'],
  doubleClick: ['ref'],
  rightClick: ['ref'],
  hover: ['ref'],
  fill: ['ref', 'text'],
  type: ['ref', 'text'],
  press: ['key'],
  select: ['ref', 'option'],
  check: ['ref', 'checked'],
  uncheck: ['ref'],
  upload: ['ref', 'file'],
  drag: ['from', 'to'],
  hold: ['ref', 'key'],
  pressHold: ['ref', 'ms'],
  clickAt: ['x', 'y'],
  scroll: ['ref'],
  print: [],
  script: ['code'],
  readText: [],
  accept: ['text'],
  dismiss: [],
  tab: ['tab'],
  closeTab: [],
  wait: ['text'],
  screenshot: ['file'],
} as const satisfies Partial<Record<keyof VerbArguments | 'uncheck', readonly string[]>>;
type OwnVerb = keyof typeof placeholders;

function verb(name: OwnVerb, allowed: readonly string[]) {
  const known = new Set<string>([...allowed, 'page']);
  const words = [...known].map((each) => `{${each}}`).join(', ');
  return z
    .union([OwnCall, z.array(OwnCall).min(1)])
    .refine(
      (calls) => placeholdersIn(calls).every((each) => known.has(each)),
      `${name} may hold ${words} in its args`,
    )
    .optional();
}

function placeholdersIn(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function patternWith(...groups: string[]) {
  return text.refine(
    (source) => groups.every((name) => source.includes(`(?<${name}>`)) && isPattern(source),
    `must be a regular expression with the groups ${groups.map((name) => `(?<${name}>)`).join(' and ')}`,
  );
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source) !== null;
  } catch {
    return false;
  }
}

/** A tool mapping as data: how the tools of a user's own server do the verbs of reference solutions. */
export const OwnMapping = z.strictObject({
  read: OwnCall.describe('the call that reads the page'),
  readWhole: OwnCall.optional().describe('the call that reads what read leaves out'),
  elements: patternWith('role', 'ref').describe(
    'finds an element in a line of the answer: the groups role and ref, and name, value and indent if there are any',
  ),
  tabs: z
    .strictObject({
      list: OwnCall.describe('the call that lists the tabs'),
      line: patternWith('tab', 'url').describe('finds a tab in a line of its answer'),
    })
    .optional(),
  verbs: z
    .strictObject(
      Object.fromEntries(
        Object.entries(placeholders).map(([name, allowed]) => [name, verb(name as OwnVerb, allowed)]),
      ) as Record<OwnVerb, ReturnType<typeof verb>>,
    )
    .describe('a call, or several, for each verb; a verb that is left out is one that no tool does'),
  frames: z
    .boolean()
    .optional()
    .describe('whether read shows frames, so that their elements are acted on as others'),
});
export type OwnMapping = z.infer<typeof OwnMapping>;

/** The mapping of a server's own tools from its data. */
export function toolMappingFrom(id: string, data: OwnMapping): ToolMapping {
  const { read, readWhole, verbs, tabs, frames = false } = data;
  const say = (name: OwnVerb, values: Readonly<Record<string, unknown>>): MappedCall[] =>
    [verbs[name] ?? []].flat().map((call) => filled(call, values));
  const way = <Ask extends object>(name: OwnVerb, values: (ask: Ask) => Readonly<Record<string, unknown>>) =>
    verbs[name]
      ? byTool<Ask>(({ page, ...ask }) => say(name, { page, ...values(ask as unknown as Ask) }))
      : lacking;
  const on = ({ on: element }: { on: { ref: unknown } }) => ({ ref: element.ref });
  return {
    id,
    firstPage: null,
    opened: null,
    readsBy: 'tool',
    read: () => filled(read, {}),
    readWhole: readWhole ? () => filled(readWhole, {}) : null,
    elements: (answer) =>
      answer.split('\n').flatMap((line) => elementIn(line, new RegExp(data.elements, 'd'))),
    tabs: {
      list: filled(tabs?.list ?? read, {}),
      parse: (answer) =>
        tabs ? answer.split('\n').flatMap((line) => tabIn(line, new RegExp(tabs.line))) : [],
    },
    verbs: {
      open: way('open', ({ url }: VerbArguments['open']) => ({ url })),
      click: way('click', on),
      doubleClick: way('doubleClick', on),
      rightClick: way('rightClick', on),
      hover: way('hover', on),
      fill: way('fill', (ask: VerbArguments['fill']) => ({ ...on(ask), text: ask.text })),
      type: way('type', (ask: VerbArguments['type']) => ({ ...on(ask), text: ask.text })),
      press: way('press', ({ key }: VerbArguments['press']) => ({ key })),
      select: way('select', (ask: VerbArguments['select']) => ({ ...on(ask), option: ask.option })),
      check: verbs.check
        ? byTool(({ page, on: element, to }) =>
            say(to || !verbs.uncheck ? 'check' : 'uncheck', { page, ref: element.ref, checked: to }),
          )
        : lacking,
      upload: way('upload', (ask: VerbArguments['upload']) => ({ ...on(ask), file: ask.file })),
      drag: way('drag', ({ from, to }: VerbArguments['drag']) => ({ from: from.ref, to: to.ref })),
      hold: way('hold', (ask: VerbArguments['hold']) => ({ ...on(ask), key: ask.key })),
      pressHold: way('pressHold', (ask: VerbArguments['pressHold']) => ({ ...on(ask), ms: ask.ms })),
      clickAt: way('clickAt', ({ x, y }: VerbArguments['clickAt']) => ({ x, y })),
      scroll: way('scroll', on),
      print: way('print', () => ({})),
      script: verbs.script
        ? { by: 'script', say: ({ page, code }) => say('script', { page, code }), lack: null }
        : lacking,
      readText: way('readText', () => ({})),
      accept: way('accept', (ask: VerbArguments['accept']) => ({ text: ask.text })),
      dismiss: way('dismiss', () => ({})),
      tab: tabs ? way('tab', ({ to }: VerbArguments['tab']) => ({ tab: to })) : lacking,
      closeTab: way('closeTab', () => ({})),
      frame: frames ? byTool(() => []) : lacking,
      byName: lacking,
      inFrame: lacking,
      wait: verbs.wait
        ? way('wait', (ask: VerbArguments['wait']) => ({ text: ask.text }))
        : { by: 'reading' },
      screenshot: way('screenshot', ({ file }: VerbArguments['screenshot']) => ({ file })),
    },
  };
}

const lacking = cannot('its tool mapping has no call for it', {});

/** An argument that is exactly a placeholder gets the value itself: a number, a truth value, a reference to an answer. */
function filled({ tool, args = {} }: OwnCall, values: Readonly<Record<string, unknown>>): MappedCall {
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fill(each)]));
    if (typeof value !== 'string') return value;
    const [, whole] = /^\{(\w+)\}$/.exec(value) ?? [];
    if (whole !== undefined && whole in values) return values[whole];
    return value.replace(/\{(\w+)\}/g, (same, name: string) =>
      name in values ? textOf(values[name]) : same,
    );
  };
  // Its data is JSON, and the values are arguments.
  return { tool, args: fill(args) as MappedCall['args'] };
}

function textOf(value: unknown): string {
  const isReference = typeof value === 'object' && value !== null && 'value' in value;
  return String(isReference ? value.value : value);
}

function elementIn(line: string, pattern: RegExp): PageElement[] {
  const match = pattern.exec(line);
  const { role = '', name = '', value = '', indent = '', ref } = match?.groups ?? {};
  if (!match || role === '') return [];
  const [start = 0] = match.indices?.groups?.ref ?? [];
  return [
    {
      role: role.toLowerCase(),
      name: withSingleSpaces(name),
      value: withSingleSpaces(value),
      depth: indent.length,
      ref: ref ?? null,
      find:
        ref === undefined
          ? null
          : { before: escaped(line.slice(0, start).trimStart()), ref: '[\\w@.:-]+', after: '' },
    },
  ];
}

function tabIn(line: string, pattern: RegExp) {
  const { tab, url = '' } = pattern.exec(line)?.groups ?? {};
  return tab === undefined ? [] : [{ page: /^\d+$/.test(tab) ? Number(tab) : tab, find: null, url }];
}
