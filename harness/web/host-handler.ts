export type HostHandler = (request: Request) => Response | undefined | Promise<Response | undefined>;

/**
 * A stand-in host that must answer rather than serve files: `tasks/web/<host>/_host.ts` exports `createHost`.
 * It is called once per episode, so what its closure remembers is fresh for every episode. Answering
 * `undefined` falls through to the host's files. A host that hands out its state can be judged by it.
 */
export type CreateHost = (world: World) => HostHandler | StatefulHost;

/** Draws the people of a world, the one who is signed in first. Every host of a world that exports it exports the same. */
export type CreatePeople = (random: Random) => readonly Person[];

export type StatefulHost = {
  /** A synchronous transaction once the body is read. Requests of a world are handled one at a time. */
  fetch: HostHandler;
  /** The whole state. */
  tables(): Tables;
  /** Tables that are in no comparison: sessions, views. */
  volatile?: readonly string[];
  /** What another host causes here, in the transaction of that host. */
  receive?(event: WorldEvent): void;
};

export type Json = string | number | boolean | null | readonly Json[] | { readonly [field: string]: Json };

/** Never changed in place: a row that changes becomes a new object, one that does not stays the same object. */
export type Row = { readonly id: string } & { readonly [field: string]: Json };

export type Tables = Readonly<Record<string, readonly Row[]>>;

export type WorldEvent = { readonly kind: string } & { readonly [field: string]: Json };

/** What all hosts of an episode share. */
export type World = {
  readonly seed: number;
  /** ISO 8601, UTC: the same in every world. */
  readonly now: string;
  /** Who is signed in on every host. */
  readonly person: Person;
  /** `person` is among them. */
  readonly people: readonly Person[];
  /** The same seed and label give the same draws, in whatever order labels are asked for. */
  random(label: string): Random;
  /** Delivered at once. Throws for a host that does not exist or receives nothing. */
  post(host: string, event: WorldEvent): void;
  /**
   * The pages of the package that the suite needs. Null for a suite that needs none, and whenever a host is only loaded
   * or its tables are only read: a host must be created without them.
   */
  readonly pages: PageFiles | null;
};

/** Files of an installed package of pages. */
export type PageFiles = {
  /** `core/core.js`, relative to the folder of the pages; undefined for a name that it does not have. */
  read(path: string): Promise<Buffer> | Buffer | undefined;
};

export type Person = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly street: string;
  readonly postcode: string;
  readonly city: string;
  readonly phone: string;
};

export type Random = {
  /** Both ends included. */
  int(min: number, max: number): number;
  pick<T>(list: readonly T[]): T;
  /** Different places of the list, in the order in which they were drawn. */
  sample<T>(list: readonly T[], count: number): T[];
  chance(probability: number): boolean;
};
