import type { Json, Person, Random, Row } from '../../web/host-handler.ts';

/** The source of an instance: the initial world of its seed. */
export type DrawnFrom = {
  readonly seed: number;
  /** ISO 8601, UTC. */
  readonly now: string;
  /** The signed-in person. */
  readonly person: Person;
  readonly people: readonly Person[];
  /** The rows of a table of a site, in its order. Throws if the table is unknown. */
  rows<R = Row>(host: string, table: string): readonly R[];
  /** A page that a template `opens`. Throws for any other page. */
  opened(url: string): OpenedPage;
};

/** What a page of a package says when it begins: its goal, and its HTML. */
export type OpenedPage = { goal: string; html: string };

/** The page that a visitor without a browser gets after redirects. */
export type Visited = { status: number; url: string; text: string };

/** Calls the sites' own handlers as the signed-in person, with each site's cookie. */
export type Visitor = {
  get(url: string): Promise<Visited>;
  /** A field with a list is sent once for each value. */
  post(url: string, fields?: Readonly<Record<string, string | readonly string[]>>): Promise<Visited>;
  /** The current rows of a table of a site. */
  rows<R = Row>(host: string, table: string): readonly R[];
};

/** Solves the task only by requests, in a person's order; resolves with the answer if the task asks for one. */
type Solve = (visitor: Visitor) => Promise<string | undefined>;

/** A rejected end state (near miss) that is played: it must fail, and the verdict must name the mistake. */
export type PlayedMiss = {
  /** `wrong_target`: the right action on the wrong item. `one_more`: the right action, and one action too many. */
  kind: 'wrong_target' | 'one_more';
  solve: Solve;
  /** The same in a browser, as steps of a reference solution. */
  walkthrough: readonly RawStep[];
  /** Text that the verdict must contain: a part of the missing, unexpected or answered text. */
  names: string;
};

/** A step in the form of reference solution files: `{ click: { role: 'link', name: 'Orders' } }`. */
export type RawStep = Readonly<Record<string, unknown>>;

/** A list that contains the right item beside others. */
export type Listing = {
  /** The page that a natural search or the navigation of the site leads to. */
  url: string;
  /** A text that identifies only the right item there. */
  right: string;
  /** At least five, each of which is wrong in one respect. */
  beside: readonly string[];
};

export type Level = 1 | 2 | 3 | 4;

/** Makes a task for each seed. `Drawn` are its drawn values: names, numbers, rows. */
type Making<Drawn> = {
  id: string;
  /** For people, without drawn values. */
  title: string;
  /** Hosts; the agent begins on the first page of the first host. */
  sites: readonly [string, ...string[]];
  /** The start page on the first site, if it is not the site's first page. */
  startPath?: string;
  /** Acting calls of the oracle: 1 up to 5, 2 up to 12, 3 up to 25, 4 more, or across sites. */
  level: Level;
  capabilities: readonly [string, ...string[]];
  /** The task cannot be done as asked: the answer is a status, and nothing may change. */
  impossible?: true;
  /** Text files in the working folder of the server, by name. */
  files?(drawn: Drawn): { readonly [name: string]: string };
  /** Draws only with `random`. Throws if a world does not fit. */
  draw(world: DrawnFrom, random: Random): Drawn;
  /** The goal in a person's words, with the answer format if the task asks for an answer. */
  goal(drawn: Drawn): string;
  /** Clauses of the kinds `state`, `answer`, `network`, and `and`. */
  contract(drawn: Drawn): { readonly [field: string]: Json };
  /** Correct solutions in a browser; the first is the oracle's. */
  walkthroughs(drawn: Drawn): readonly (readonly RawStep[])[];
};

/** A task of a site, with at least two solutions beside the first. */
export type Template<Drawn> = Making<Drawn> & {
  solve(visitor: Visitor, drawn: Drawn): Promise<string | undefined>;
  nearMisses(drawn: Drawn): readonly PlayedMiss[];
  listing(drawn: Drawn): Listing;
};

/**
 * A test of one capability of a server, on pages made only for it. Its solutions are tried in order until the server
 * can do one.
 */
export type Drill<Drawn> = Making<Drawn> & {
  /** Wrong attempts that an agent naturally makes if the capability is missing; each is played and must fail. */
  wrongWays(drawn: Drawn): readonly (readonly RawStep[])[];
  /** Whether the goal is asked of the start page, which is opened for it in a browser before `draw`. */
  opens?: true;
};

type Undrawn<Made> = Omit<Made, 'draw'> & { draw(world: DrawnFrom, random: Random): unknown };

/** A template whose drawn values are hidden from its users. */
export type AnyTemplate = Undrawn<Template<unknown>> | Undrawn<Drill<unknown>>;

export function isDrill(template: AnyTemplate): template is Undrawn<Drill<unknown>> {
  return 'wrongWays' in template;
}

/** The address on which the agent begins. */
export function startUrlOf({ sites, startPath = '/' }: Pick<AnyTemplate, 'sites' | 'startPath'>): string {
  return `https://${sites[0]}${startPath}`;
}

/** Throws for a drill, which is only played and cannot be solved by requests. */
export function notDrill(template: AnyTemplate): Undrawn<Template<unknown>> {
  if (isDrill(template)) throw new Error(`${template.id} is a drill`);
  return template;
}

/** Hides the type of the drawn values; each function of a template gets what `draw` returned. */
export function defineTemplate<Drawn>(template: Template<Drawn>): Undrawn<Template<unknown>> {
  // The functions only get values from this template's own `draw`.
  return template as unknown as Undrawn<Template<unknown>>;
}

/** As `defineTemplate`. */
export function defineDrill<Drawn>(drill: Drill<Drawn>): Undrawn<Drill<unknown>> {
  return drill as unknown as Undrawn<Drill<unknown>>;
}
