import type { Change } from '../judge/changes/change.ts';
import { diffTables } from '../judge/changes/diff-tables.ts';
import { UserError } from '../platform/errors/user-error.ts';
import type {
  CreateHost,
  CreatePeople,
  HostHandler,
  PageFiles,
  StatefulHost,
  Tables,
  World,
} from './host-handler.ts';
import { randomOf } from './random-of.ts';

/** What the `_host` file of a host exports. */
export type HostModule = { host: string; createHost: CreateHost; createPeople?: CreatePeople | undefined };

export type OpenWorld = {
  world: World;
  handlers: ReadonlyMap<HostModule, HostHandler>;
  /** The state of every stateful host, without its volatile tables. */
  tables(): Record<string, Tables>;
  /**
   * The changes of the same tables since the world was made, by host. A host without a request so far is not created
   * for it.
   */
  changes(): ReadonlyMap<string, Change[]>;
};

/** A Tuesday morning: later than the clock of any test, so that it is never mistaken for the real time. */
const now = '2031-03-11T09:30:00Z';

/** Pure: seed and hosts decide the whole content of a world. Throws `UserError` if the hosts do not fit together. */
export function createWorld({
  seed,
  hosts,
  pages = null,
}: {
  seed: number;
  hosts: readonly HostModule[];
  pages?: PageFiles | null;
}): OpenWorld {
  const stateful = new Map<string, StatefulHost>();
  const people = onFirstUse(() => peopleOf(seed, hosts));
  const world: World = {
    seed,
    now,
    get person() {
      return people()[0];
    },
    get people() {
      return people();
    },
    random: (label) => randomOf(seed, label),
    pages,
    post: (host, event) => {
      const found = stateful.get(host);
      if (!found?.receive) throw new Error(`world.post: ${host} does not receive events`);
      keepBegun(host, found);
      found.receive(event);
    },
  };
  const begun = new Map<string, Tables>();
  const oneAtATime = queue();
  const handlers = new Map(hosts.map((module) => [module, open(module)]));
  return {
    world,
    handlers,
    tables: () => Object.fromEntries([...stateful].map(([host, made]) => [host, comparedTables(made)])),
    changes: () => new Map([...stateful].map(([host, made]) => [host, changesOf(host, made)])),
  };

  function keepBegun(host: string, made: StatefulHost) {
    if (!begun.has(host)) begun.set(host, comparedTables(made));
  }

  function changesOf(host: string, made: StatefulHost) {
    const before = begun.get(host);
    return before ? diffTables(before, comparedTables(made)) : [];
  }

  function open({ host, createHost }: HostModule): HostHandler {
    const made = createHost(world);
    if (!isStateful(made)) return made;
    if (stateful.has(host)) throw new UserError(`${host}: two _host files have state; expected at most one`);
    stateful.set(host, made);
    return (request) =>
      oneAtATime(() => {
        keepBegun(host, made);
        return made.fetch(request);
      });
  }
}

/** Checked at run time because a third-party host may return any value. */
function isStateful(made: HostHandler | StatefulHost): made is StatefulHost {
  return typeof made === 'object' && made !== null && typeof made.tables === 'function';
}

function comparedTables({ tables, volatile = [] }: StatefulHost): Tables {
  return Object.fromEntries(Object.entries(tables()).filter(([name]) => !volatile.includes(name)));
}

type People = readonly [World['person'], ...World['people']];

function peopleOf(seed: number, hosts: readonly HostModule[]): People {
  const [create, other] = new Set(hosts.flatMap(({ createPeople }) => createPeople ?? []));
  if (other)
    throw new UserError(
      'two hosts of a world export different createPeople functions; all must export the same one',
    );
  const [person, ...others] = create?.(randomOf(seed, 'people')) ?? [];
  if (!person) throw new UserError('no people in this world: none of its hosts exports createPeople');
  return [person, ...others];
}

function onFirstUse<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Runs jobs one at a time, in order; a failed job does not stop the next one. */
function queue(): <T>(work: () => T | Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const ended = last.then(work);
    last = ended.catch(() => undefined);
    return ended;
  };
}
