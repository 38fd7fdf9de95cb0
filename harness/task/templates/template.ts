import type { Json, Person, Random, Row } from '../../web/host-handler.ts';

/** What an instance is drawn from: the world of its seed as it begins. */
export type DrawnFrom = {
  readonly seed: number;
  /** ISO 8601, UTC. */
  readonly now: string;
  /** Who is signed in. */
  readonly person: Person;
  readonly people: readonly Person[];
  /** The rows of a table of a site, in its order. Throws where there is no such table. */
  rows<R = Row>(host: string, table: string): readonly R[];
};

/** A page as a visitor without a browser is answered, redirects followed. */
export type Visited = { status: number; url: string; text: string };

/** Calls the sites' own handlers as the person who is signed in, with a cookie of each. */
export type Visitor = {
  get(url: string): Promise<Visited>;
  /** A field that is a list is said once for each of its values. */
  post(url: string, fields?: Readonly<Record<string, string | readonly string[]>>): Promise<Visited>;
  /** The rows of a table of a site as they are now. */
  rows<R = Row>(host: string, table: string): readonly R[];
};

/** Does it by requests alone, in the order in which a person would; resolves with the answer where one is asked for. */
type Solve = (visitor: Visitor) => Promise<string | undefined>;

/** What is nearly right, played: its outcome must fail, and the verdict name what is wrong. */
export type PlayedMiss = {
  /** `wrong_target`: the right thing done to another one. `one_more`: the right thing, and one thing more. */
  kind: 'wrong_target' | 'one_more';
  solve: Solve;
  /** The same in a browser: steps as a walkthrough has them. */
  walkthrough: readonly RawStep[];
  /** What the verdict must name: part of what is missing, unexpected or answered. */
  names: string;
};

/** A step as a file of walkthroughs has it: `{ click: { role: 'link', name: 'Orders' } }`. */
export type RawStep = Readonly<Record<string, unknown>>;

/** A list on which the right thing stands beside others. */
export type Listing = {
  /** The page that a natural search or the way through the site ends on. */
  url: string;
  /** A text that names the right thing there, and nothing else. */
  right: string;
  /** At least five, each of which is wrong in one respect. */
  beside: readonly string[];
};

export type Level = 1 | 2 | 3 | 4;

/** Makes a task for each seed. `Drawn` is what is drawn for it: names, numbers, rows. */
type Making<Drawn> = {
  id: string;
  /** For people, without anything that is drawn. */
  title: string;
  /** Hosts, that on whose first page an agent begins first. */
  sites: readonly [string, ...string[]];
  /** The page of the first site that an agent begins on, where it is not the first one. */
  startPath?: string;
  /** Acting calls of the oracle: 1 up to 5, 2 up to 12, 3 up to 25, 4 more, or across sites. */
  level: Level;
  capabilities: readonly [string, ...string[]];
  /** Where it can't be done as asked: the answer is a status, and nothing may change. */
  impossible?: true;
  /** Files of text that lie in the working folder of the server, by name. */
  files?(drawn: Drawn): { readonly [name: string]: string };
  /** Draws by `random` alone. Throws where a world has no room for it. */
  draw(world: DrawnFrom, random: Random): Drawn;
  /** As a person would write it, with the format of the answer where one is asked for. */
  goal(drawn: Drawn): string;
  /** Of kinds `state`, `answer`, `network`, and `and`. */
  contract(drawn: Drawn): { readonly [field: string]: Json };
  /** Ways to do it in a browser that are right; the first is the oracle's. */
  walkthroughs(drawn: Drawn): readonly (readonly RawStep[])[];
};

/** A task of a site. There are two ways to do it at least beside the first. */
export type Template<Drawn> = Making<Drawn> & {
  solve(visitor: Visitor, drawn: Drawn): Promise<string | undefined>;
  nearMisses(drawn: Drawn): readonly PlayedMiss[];
  listing(drawn: Drawn): Listing;
};

/** One capability of a server, on pages made for it alone. Its walkthroughs are tried in their order until a server can do one. */
export type Drill<Drawn> = Making<Drawn> & {
  /** What goes wrong where the capability is missing, the way that an agent naturally takes first: each is played and must fail. */
  wrongWays(drawn: Drawn): readonly (readonly RawStep[])[];
};

type Undrawn<Made> = Omit<Made, 'draw'> & { draw(world: DrawnFrom, random: Random): unknown };

/** A template whose drawn values nobody outside has to know. */
export type AnyTemplate = Undrawn<Template<unknown>> | Undrawn<Drill<unknown>>;

export function isDrill(template: AnyTemplate): template is Undrawn<Drill<unknown>> {
  return 'wrongWays' in template;
}

/** Throws for a drill: it is played, and solved by no requests. */
export function notDrill(template: AnyTemplate): Undrawn<Template<unknown>> {
  if (isDrill(template)) throw new Error(`${template.id} is a drill`);
  return template;
}

/** Gives each function of a template what `draw` has drawn. */
export function defineTemplate<Drawn>(template: Template<Drawn>): Undrawn<Template<unknown>> {
  // What the functions are given is what this template's own `draw` returned.
  return template as unknown as Undrawn<Template<unknown>>;
}

/** As `defineTemplate`. */
export function defineDrill<Drawn>(drill: Drill<Drawn>): Undrawn<Drill<unknown>> {
  return drill as unknown as Undrawn<Drill<unknown>>;
}
