import type { PageElement, PageTab } from '../../task/walkthroughs/page-element.ts';

/** A value that an answer told; in a replay the same pattern finds the one that is told then. */
export type Told = { told: string; answer: number; find: string };

/** What the server calls the tab that is worked in; null where it keeps that to itself. */
export type Page = Told | number | null;

type Argument =
  | string
  | number
  | boolean
  | Told
  | readonly Argument[]
  | { readonly [name: string]: Argument };

/** A call of a server's tool. An argument that is null or left out is not sent. */
export type Said = { tool: string; args: Readonly<Record<string, Argument | null | undefined>> };

/** An element that was found in an answer. */
export type Shown = { role: string; name: string; ref: Told | string | number };

/** An element that no answer shows. Without a text it is clicked. */
type Named = { role: string; name: string; text: string | null };

/** What a verb is said of. */
export type Asks = {
  open: { url: string };
  click: { on: Shown };
  doubleClick: { on: Shown };
  rightClick: { on: Shown };
  hover: { on: Shown };
  fill: { on: Shown; text: string };
  type: { on: Shown; text: string };
  press: { key: string };
  select: { on: Shown; option: string };
  check: { on: Shown; to: boolean };
  upload: { on: Shown; file: string };
  drag: { from: Shown; to: Shown };
  hold: { on: Shown; key: string };
  pressHold: { on: Shown; ms: number };
  clickAt: { x: number; y: number };
  scroll: { on: Shown };
  print: object;
  script: { code: string };
  readText: object;
  accept: { text: string | null };
  dismiss: object;
  tab: { to: PageTab['page'] };
  closeTab: object;
  /** Null: back to the page. */
  frame: { on: Shown | null };
  byName: Named;
  inFrame: Named & { frames: readonly string[] };
  wait: { text: string };
};

/** How a server says a verb: by tools of its own, by its script tool alone, or not at all. */
type Way<Ask> =
  | { by: 'tool'; say(ask: Ask & { page: Page }): readonly Said[] }
  | { by: 'script'; say(ask: Ask & { page: Page }): readonly Said[]; lack: Cannot | null }
  /** Of waiting: it is asked for the page again. */
  | { by: 'reading' }
  | Cannot;

/** `lacks`: what no name of a tool, of an argument or of a value in the server's own list matches, whatever the case; null where `fails` names the tool that does not do it. */
export type Cannot = { by: 'nobody'; why: string; lacks: RegExp | null; fails: string | null };

/** What a server's tools are called and how its answers read: how each verb is said there. As data. */
export type Dialect = {
  /** Of its server. */
  id: string;
  /** The tab that is worked in before another is gone to. */
  firstPage: number | null;
  /** Finds the tab that a call opened in its answer. */
  opened: string | null;
  /** What the server lacks where it gives no text of a page but by its script tool. */
  readsBy: 'tool' | Cannot;
  /** The call of its reading tool. */
  read(page: Page): Said;
  /** The call that reads what the other leaves out, made where an element is not found; null where there is none. */
  readWhole: ((page: Page) => Said) | null;
  /** What either answers, in the order of the page. */
  elements(answer: string): PageElement[];
  /** The text of a page in what `readText` answers; without it, all of that. */
  text?(answer: string): string;
  tabs: { list: Said; parse(answer: string): PageTab[] };
  verbs: { readonly [Verb in keyof Asks]: Way<Asks[Verb]> };
  /** Templates on whose pages it comes to an end, and why. */
  cannot?: Readonly<Record<string, string>>;
};

export function byTool<Ask>(say: (ask: Ask & { page: Page }) => Said | readonly Said[]): Way<Ask> {
  return { by: 'tool', say: (ask) => [say(ask)].flat() };
}

/** The server has no tool for it but the one that runs scripts; `lack`: what it would be by a tool of its own. */
export function byScript<Ask>(
  say: (ask: Ask & { page: Page }) => Said,
  lack: Cannot | null = null,
): Way<Ask> {
  return { by: 'script', say: (ask) => [say(ask)], lack };
}

export function cannot(why: string, { lacks = null, fails = null }: Partial<Cannot>): Cannot {
  return { by: 'nobody', why, lacks, fails };
}
