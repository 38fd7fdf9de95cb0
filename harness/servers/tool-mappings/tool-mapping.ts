import type { PageElement, PageTab } from '../../task/walkthroughs/page-element.ts';

/** A value from an answer; a replay finds the new value with the same pattern. */
export type AnswerReference = { value: string; answer: number; find: string };

/** The server's id of the current tab; null if it is unknown or not needed. */
export type Page = AnswerReference | number | null;

type Argument =
  | string
  | number
  | boolean
  | AnswerReference
  | readonly Argument[]
  | { readonly [name: string]: Argument };

/** A call of a server's tool. An argument that is null or left out is not sent. */
export type MappedCall = { tool: string; args: Readonly<Record<string, Argument | null | undefined>> };

/** An element that was found in an answer. */
export type ShownElement = { role: string; name: string; ref: AnswerReference | string | number };

/** An element that no answer shows. It is clicked if `text` is null. */
type Named = { role: string; name: string; text: string | null };

/** The arguments of each verb. */
export type VerbArguments = {
  open: { url: string };
  click: { on: ShownElement };
  doubleClick: { on: ShownElement };
  rightClick: { on: ShownElement };
  hover: { on: ShownElement };
  fill: { on: ShownElement; text: string };
  type: { on: ShownElement; text: string };
  press: { key: string };
  select: { on: ShownElement; option: string };
  check: { on: ShownElement; to: boolean };
  upload: { on: ShownElement; file: string };
  drag: { from: ShownElement; to: ShownElement };
  hold: { on: ShownElement; key: string };
  pressHold: { on: ShownElement; ms: number };
  clickAt: { x: number; y: number };
  scroll: { on: ShownElement };
  print: object;
  script: { code: string };
  readText: object;
  accept: { text: string | null };
  dismiss: object;
  tab: { to: PageTab['page'] };
  closeTab: object;
  /** Null: back to the page. */
  frame: { on: ShownElement | null };
  byName: Named;
  inFrame: Named & { frames: readonly string[] };
  wait: { text: string };
  /** Stores a screenshot at this path. */
  screenshot: { file: string };
};

/** How a server does a verb: by its own tools, only by its script tool, or not at all. */
type Way<Ask> =
  | { by: 'tool'; say(ask: Ask & { page: Page }): readonly MappedCall[] }
  | { by: 'script'; say(ask: Ask & { page: Page }): readonly MappedCall[]; lack: Cannot | null }
  /** Only for waiting: the page is read again. */
  | { by: 'reading' }
  | Cannot;

/**
 * `lacks`: a pattern that matches no tool, argument or value name in the server's tool list, in any case. It is null if
 * `fails` names a tool that does not work.
 */
export type Cannot = { by: 'nobody'; why: string; lacks: RegExp | null; fails: string | null };

/** The verbs of reference solutions mapped to the tools and answers of one server, as data. */
export type ToolMapping = {
  /** The id of its server. */
  id: string;
  /** The current tab before the first change of tabs. */
  firstPage: number | null;
  /** A pattern that finds the opened tab in the answer of a call. */
  opened: string | null;
  /** `tool`, or what the server lacks if only its script tool gives the text of a page. */
  readsBy: 'tool' | Cannot;
  /** The call that reads the page. */
  read(page: Page): MappedCall;
  /** The call that reads what `read` leaves out, made if an element is not found; null if there is none. */
  readWhole: ((page: Page) => MappedCall) | null;
  /** The elements in the answer of either call, in the order of the page. */
  elements(answer: string): PageElement[];
  /** What calls name in place of a ref, to act on the first element with exactly this text; absent if they need a ref. */
  byText?(text: string): string;
  /** The text of a page in the answer of `readText`; default: the whole answer. */
  text?(answer: string): string;
  tabs: { list: MappedCall; parse(answer: string): PageTab[] };
  verbs: { readonly [Verb in keyof VerbArguments]: Way<VerbArguments[Verb]> };
  /** How its calls follow the tool list of another release, see `followTools`. */
  follows?: {
    /** A tool, and its names in other releases. */
    tools?: Readonly<Record<string, readonly string[]>>;
    /** An argument, and its names in other releases. */
    renamed?: Readonly<Record<string, readonly string[]>>;
    /** Arguments that releases without them do not need. */
    dropped?: readonly string[];
    /** Arguments that other releases require beside, with their values. */
    filled?: Readonly<Record<string, string>>;
  };
  /** Verbs that a variant has other tools for, by the name of the variant. */
  variants?: Readonly<Record<string, Partial<ToolMapping['verbs']>>>;
  /** Templates with pages that the server cannot handle, and why. */
  cannot?: Readonly<Record<string, string>>;
};

export function byTool<Ask>(
  say: (ask: Ask & { page: Page }) => MappedCall | readonly MappedCall[],
): Way<Ask> {
  return { by: 'tool', say: (ask) => [say(ask)].flat() };
}

/** The server can do the verb only with its script tool; `lack`: the missing tool of its own. */
export function byScript<Ask>(
  say: (ask: Ask & { page: Page }) => MappedCall,
  lack: Cannot | null = null,
): Way<Ask> {
  return { by: 'script', say: (ask) => [say(ask)], lack };
}

export function cannot(why: string, { lacks = null, fails = null }: Partial<Cannot>): Cannot {
  return { by: 'nobody', why, lacks, fails };
}
