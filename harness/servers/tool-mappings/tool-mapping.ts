import type { PageElement, PageTab } from '../../task/walkthroughs/page-element.ts';

/** A value that an answer told; in a replay the same pattern finds the one that is told then. */
export type AnswerReference = { told: string; answer: number; find: string };

/** What the server calls the tab that is worked in; null where it keeps that to itself. */
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

/** An element that no answer shows. Without a text it is clicked. */
type Named = { role: string; name: string; text: string | null };

/** What a verb is said of. */
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
};

/** How a server says a verb: by tools of its own, by its script tool alone, or not at all. */
type Way<Ask> =
  | { by: 'tool'; say(ask: Ask & { page: Page }): readonly MappedCall[] }
  | { by: 'script'; say(ask: Ask & { page: Page }): readonly MappedCall[]; lack: Cannot | null }
  /** Of waiting: it is asked for the page again. */
  | { by: 'reading' }
  | Cannot;

/** `lacks`: what no name of a tool, of an argument or of a value in the server's own list matches, whatever the case; null where `fails` names the tool that does not do it. */
export type Cannot = { by: 'nobody'; why: string; lacks: RegExp | null; fails: string | null };

/** What a server's tools are called and how its answers read: how each verb is said there. As data. */
export type ToolMapping = {
  /** Of its server. */
  id: string;
  /** The tab that is worked in before another is gone to. */
  firstPage: number | null;
  /** Finds the tab that a call opened in its answer. */
  opened: string | null;
  /** What the server lacks where it gives no text of a page but by its script tool. */
  readsBy: 'tool' | Cannot;
  /** The call of its reading tool. */
  read(page: Page): MappedCall;
  /** The call that reads what the other leaves out, made where an element is not found; null where there is none. */
  readWhole: ((page: Page) => MappedCall) | null;
  /** What either answers, in the order of the page. */
  elements(answer: string): PageElement[];
  /** The text of a page in what `readText` answers; without it, all of that. */
  text?(answer: string): string;
  tabs: { list: MappedCall; parse(answer: string): PageTab[] };
  verbs: { readonly [Verb in keyof VerbArguments]: Way<VerbArguments[Verb]> };
  /** Templates on whose pages it comes to an end, and why. */
  cannot?: Readonly<Record<string, string>>;
};

export function byTool<Ask>(
  say: (ask: Ask & { page: Page }) => MappedCall | readonly MappedCall[],
): Way<Ask> {
  return { by: 'tool', say: (ask) => [say(ask)].flat() };
}

/** The server has no tool for it but the one that runs scripts; `lack`: what it would be by a tool of its own. */
export function byScript<Ask>(
  say: (ask: Ask & { page: Page }) => MappedCall,
  lack: Cannot | null = null,
): Way<Ask> {
  return { by: 'script', say: (ask) => [say(ask)], lack };
}

export function cannot(why: string, { lacks = null, fails = null }: Partial<Cannot>): Cannot {
  return { by: 'nobody', why, lacks, fails };
}
