import { ownOf } from '../../harness/platform/words/known-names.ts';
import type {
  CapabilitiesRecord,
  CapabilityCell,
} from '../../harness/results/records/capabilities-record.ts';
import type { ChannelsRecord, ToolReading } from '../../harness/results/records/channels-record.ts';
import type { ReleaseRecord } from '../../harness/results/records/release-record.ts';
import { compareVersions, type ServersRecord } from '../../harness/results/records/servers-record.ts';
import type { Server } from '../../harness/servers/server.ts';
import { toolMappings } from '../../harness/servers/tool-mappings/index.ts';
import { usualReadingIn } from '../../harness/servers/tool-mappings/usual-reading.ts';
import { type Earlier, earlierCapabilities, earlierChannels, earlierCosts } from './earlier.ts';
import { type HonestColumn, honestyBoard } from './honesty.ts';
import { type Column, partBoard } from './releases.ts';

/** The results of a server on the tasks of one suite; token counts are means per task. */
export type SuiteCost = {
  suite: string;
  passed: number;
  total: number;
  /** Tokens of the answers over `SuiteOfBoard.shared`; null if that is empty, or if one of its tasks did not pass. */
  answers: number | null;
};

/** The facts about one server, each from its newest record. */
export type BoardServer = {
  id: string;
  title: string;
  version: string;
  cost: ServersRecord | null;
  /** In the order of `ServerBoard.suites`. */
  suites: SuiteCost[];
  capabilities: CapabilitiesRecord | null;
  channels: ChannelsRecord | null;
  /** Its place on the board of traps; null if it has none. */
  honesty: HonestColumn | null;
  /** Its place on the board of addresses; null if it has none. */
  reach: Column<'reach'> | null;
  /** Its parts of an older release or of earlier pages; null without the part. */
  earlier: Readonly<Record<'cost' | 'capabilities' | 'channels' | 'honesty', Earlier | null>>;
};

/** The measured tasks of one suite, and those that all servers of the board passed. */
type SuiteOfBoard = { suite: string; tasks: number; shared: readonly string[] };

export type ServerBoard = {
  /** Sorted by tasks passed, most first, then by tokens per task, fewest first. */
  servers: BoardServer[];
  /** Suites with a task that all servers passed come first. */
  suites: SuiteOfBoard[];
  /** Every measured release by server, oldest first. */
  releases: { cost: ServersRecord; suites: SuiteCost[]; isNewest: boolean }[];
  /** The results of another record, such as that of a variant, on the suites of the board. */
  suitesOf: (cost: ServersRecord) => SuiteCost[];
  /** The most tokens of a server for a task of any suite, with its tool list; 0 without a record. */
  mostTokens: number;
  /** Why times are not comparable between servers; empty if they are. */
  timesDiffer: string[];
};

type Records = {
  servers: readonly ServersRecord[];
  capabilities: readonly CapabilitiesRecord[];
  channels: readonly ChannelsRecord[];
  /** Records of v2. They have parts that those of v1 lack. */
  releases?: readonly ReleaseRecord[];
  /** The suite of a task; undefined if the task was removed. */
  suiteOf: (taskId: string) => string | undefined;
};

/** The newest version of each server. Suites are never pooled, and one that only some servers were asked is left out. */
export function serverBoard({
  servers,
  capabilities,
  channels,
  suiteOf,
  releases = [],
}: Records): ServerBoard {
  const newest = new Map(
    servers
      .toSorted((one, other) => compareVersions(one.server.version, other.server.version))
      .map((record) => [record.server.id, record]),
  );
  const costs = [...newest.values()];
  const measured = Map.groupBy(
    new Set(costs.flatMap(taskIdsOf)),
    (taskId) => suiteOf(taskId) ?? 'other tasks',
  );
  // A suite that one server was not asked cannot be compared.
  const ofAll = [...measured].filter(([, tasks]) =>
    costs.every((record) => taskIdsOf(record).some((id) => tasks.includes(id))),
  );
  const suites = ofAll
    .map(([suite, tasks]): SuiteOfBoard => {
      const shared = tasks.filter((id) => costs.every((record) => passedTask(record, id) !== undefined));
      return { suite, tasks: tasks.length, shared };
    })
    // The first page shows the tokens of the first suite alone, and a suite without a shared task has none.
    .toSorted((one, other) => Number(other.shared.length > 0) - Number(one.shared.length > 0));
  const suitesOf = (cost: ServersRecord) =>
    suites.map((of) => suiteCost(cost, of, measured.get(of.suite) ?? []));
  const mains = releases.filter(({ server }) => server.variant === null);
  const known = new Map(
    [...channels, ...capabilities, ...mains, ...costs]
      .toSorted(({ server: one }, { server: other }) => compareVersions(one.version, other.version))
      .map(({ server }) => [server.id, server]),
  );
  const versions = new Map([...known].map(([id, { version }]) => [id, version]));
  const earlier = {
    cost: earlierCosts(costs, versions, releases),
    capabilities: earlierCapabilities(capabilities, versions),
    channels: earlierChannels(channels, versions, releases),
  };
  const [honest, reaching] = [honestyBoard(mains).columns, partBoard(mains, 'reach').columns];
  const board = [...known].map(([id, { title, version }]): BoardServer => {
    const cost = newest.get(id) ?? null;
    const trapped = honest.find(({ server }) => server.id === id) ?? null;
    return {
      id,
      title,
      version,
      cost,
      suites: cost === null ? [] : suitesOf(cost),
      capabilities: capabilities.find(({ server }) => server.id === id) ?? null,
      channels: channels.find(({ server }) => server.id === id) ?? null,
      honesty: trapped,
      reach: reaching.find(({ server }) => server.id === id) ?? null,
      earlier: {
        cost: earlier.cost.get(id) ?? null,
        capabilities: earlier.capabilities.get(id) ?? null,
        channels: earlier.channels.get(id) ?? null,
        // The board has columns of one edition alone.
        honesty: trapped && {
          release: trapped.server.version === version ? null : trapped.server.version,
          edition: null,
        },
      },
    };
  });
  return {
    servers: sortedBy(board, passedOf),
    suites,
    releases: servers.map((cost) => ({ cost, suites: suitesOf(cost), isNewest: costs.includes(cost) })),
    suitesOf,
    mostTokens: Math.max(0, ...board.flatMap((of) => of.suites.map((suite) => taskTokens(of, suite) ?? 0))),
    timesDiffer: whyTimesDiffer(costs),
  };
}

function suiteCost(
  record: ServersRecord,
  { suite, shared }: SuiteOfBoard,
  tasks: readonly string[],
): SuiteCost {
  const answers = shared.flatMap((id) => passedTask(record, id)?.tokens ?? []);
  return {
    suite,
    passed: tasks.filter((id) => passedTask(record, id) !== undefined).length,
    // Not those that other records have: it was not asked for them.
    total: taskIdsOf(record).filter((id) => tasks.includes(id)).length,
    answers: answers.length === 0 || answers.length < shared.length ? null : sumOf(answers) / answers.length,
  };
}

function passedTask({ tasks }: ServersRecord, id: string) {
  return tasks.find(({ taskId, passed }) => taskId === id && passed);
}

/** Tokens that a model is charged for a task: the tool list once, and the answers. Null if no task is shared. */
export function taskTokens({ cost }: Pick<BoardServer, 'cost'>, { answers }: SuiteCost): number | null {
  return cost === null || answers === null ? null : cost.toolList.tokens + answers;
}

const taskIdsOf = ({ tasks, cannot }: ServersRecord) => [...tasks, ...cannot].map(({ taskId }) => taskId);

function passedOf({ suites }: BoardServer): number {
  return sumOf(suites.map(({ passed }) => passed));
}

/** The board for a reader who sees only its first suite. */
export function sortedByFirstSuite(servers: readonly BoardServer[]): BoardServer[] {
  return sortedBy(servers, ({ suites: [first] }) => first?.passed ?? 0);
}

function sortedBy(servers: readonly BoardServer[], passed: (server: BoardServer) => number): BoardServer[] {
  return servers.toSorted(
    (one, other) =>
      passed(other) - passed(one) || tokensOf(one) - tokensOf(other) || (one.title < other.title ? -1 : 1),
  );
}

function tokensOf(server: BoardServer): number {
  const [first] = server.suites;
  return (first && taskTokens(server, first)) ?? Number.POSITIVE_INFINITY;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** The criterion of a leader: fewest tokens per task on the first suite of the board, or most capabilities by its own tools. */
type Leader = {
  by: 'tokens' | 'capabilities';
  value: number;
  of: number | null;
  servers: BoardServer[];
  /** Whether a server was left out because its part is of an earlier edition or format. */
  leavesOut: boolean;
};

/**
 * The leaders of a board, with all ties. Few tokens do not count for a server that passes less, so only servers that pass the
 * whole suite are compared. Empty with fewer than two measured servers.
 */
export function leadersOf({ servers }: ServerBoard): Leader[] {
  const priced = servers.flatMap((server) => {
    if (server.earlier.cost?.edition) return [];
    const [first] = server.suites;
    const tokens = first && first.passed === first.total ? taskTokens(server, first) : null;
    return tokens === null ? [] : [{ server, value: tokens, of: null }];
  });
  const able = servers.flatMap((server) => {
    const { capabilities, earlier } = server;
    return capabilities && !earlier.capabilities?.edition
      ? [{ server, value: nativesOf(capabilities), of: capabilities.cells.length }]
      : [];
  });
  const leaders = (by: Leader['by'], all: typeof priced | typeof able, best: number) => {
    const first = all.filter(({ value }) => value === best);
    const leavesOut = servers.some(({ earlier }) => earlier[by === 'tokens' ? 'cost' : by]?.edition);
    return all.length < 2
      ? []
      : [
          {
            by,
            value: best,
            of: first[0]?.of ?? null,
            servers: first.map(({ server }) => server),
            leavesOut,
          },
        ];
  };
  return [
    ...leaders('tokens', priced, Math.min(...priced.map(({ value }) => value))),
    ...leaders('capabilities', able, Math.max(...able.map(({ value }) => value))),
  ];
}

/** Why the times of these servers are not comparable. */
function whyTimesDiffer(records: readonly ServersRecord[]): string[] {
  const contended = records.filter((record) => record.contended).map(({ server }) => server.title);
  const cpus = [...new Set(records.map(({ cpu }) => cpu))].sort();
  return [
    ...(contended.length > 0
      ? [`${contended.join(', ')}: another program used the processor when the measurement began`]
      : []),
    ...(cpus.length > 1 ? [`they ran on different processors: ${cpus.join('; ')}`] : []),
  ];
}

/** A capability as a row of the heat map, one cell per server in the given order; undefined if it was not tested. */
export type CapabilityRow = { id: string; title: string; cells: (CapabilityCell | undefined)[] };

/** Capabilities in the order of the drills: first where servers differ, then those of all servers, then those of none. */
export function capabilityRows(
  records: readonly CapabilitiesRecord[],
): Record<'differ' | 'all' | 'none', CapabilityRow[]> {
  const titles = new Map(
    records.flatMap(({ cells }) => cells.map(({ capability, title }) => [capability, title] as const)),
  );
  const rows = [...titles].map(
    ([id, title]): CapabilityRow => ({
      id,
      title,
      cells: records.map(({ cells }) => cells.find(({ capability }) => capability === id)),
    }),
  );
  const kindOf = ({ cells }: CapabilityRow) => {
    const natives = cells.filter((cell) => cell?.verdict === 'native').length;
    return natives === cells.length ? 'all' : natives === 0 ? 'none' : 'differ';
  };
  const { differ = [], all = [], none = [] } = Object.groupBy(rows, kindOf);
  const nativesOf = ({ cells }: CapabilityRow) => cells.filter((cell) => cell?.verdict === 'native').length;
  return { differ: differ.toSorted((one, other) => nativesOf(other) - nativesOf(one)), all, none };
}

/** In a list of capabilities, the title of this task would read as a remark on the list. */
const titlesOfCapabilities: Record<string, string> = {
  impossible: 'Recognise a task that cannot be done',
};

/** The records with the current titles of their tests, by the id of the template. */
export function withCurrentTitles(
  records: readonly CapabilitiesRecord[],
  titles: ReadonlyMap<string, string>,
): CapabilitiesRecord[] {
  return records.map((record) => ({
    ...record,
    cells: record.cells.map((cell) => ({
      ...cell,
      title:
        ownOf(titlesOfCapabilities, cell.capability) ??
        titles.get(`${record.suite.id}-${cell.capability}`) ??
        cell.title,
    })),
  }));
}

export function nativesOf({ cells }: Pick<CapabilitiesRecord, 'cells'>): number {
  return cells.filter(({ verdict }) => verdict === 'native').length;
}

/** The arguments of a server that differ from its defaults, except those for the browser and the folder. */
export function notDefaults({ args, env }: Pick<Server, 'args' | 'env'>): string[] {
  const flags = args.flatMap((word, at) => {
    const next = args[at + 1];
    const value = next === undefined || next.startsWith('-') ? '' : ` ${next}`;
    return word.startsWith('-') && !/\{\w+\}/.test(word + value) ? [word + value] : [];
  });
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return [...flags, ...variables.filter((each) => !each.includes('{'))];
}

/** How a text of a page reaches the model: by the reading of the reference solutions, by another reading tool, or not. */
export type Reach = 'usual' | 'other' | 'not';

/** The reading in the tool mapping of a server; without a mapping, the reading after the page is opened. */
export function usualReading({
  server,
  tools,
}: Pick<ChannelsRecord, 'server' | 'tools'>): ToolReading | null {
  const read = toolMappings.find(({ id }) => id === server.id)?.read(null) ?? null;
  return tools[usualReadingIn(tools, read) ?? -1] ?? null;
}

export function reachOf(record: ChannelsRecord, channel: string): Reach {
  if (usualReading(record)?.found.includes(channel)) return 'usual';
  return record.tools.some(({ found }) => found.includes(channel)) ? 'other' : 'not';
}

/** The kind of text of a channel: seen on the page, a name of something there, invisible, or only in the source. */
export type ChannelKind = 'seen' | 'name' | 'invisible' | 'source';

const names = new Set([
  'aria-label',
  'aria-describedby',
  'alt',
  'title-attribute',
  'link-address',
  'option',
  'svg-description',
]);
const sources = new Set([
  'hidden-input',
  'noscript',
  'template',
  'comment',
  'meta',
  'data-attribute',
  'console',
  'request-address',
  'response-header',
  'download-name',
]);

export function channelKind({ id, isVisible }: ChannelsRecord['channels'][number]): ChannelKind {
  if (isVisible) return 'seen';
  if (names.has(id)) return 'name';
  return sources.has(id) ? 'source' : 'invisible';
}

/** How each text that a person does not see reaches the model, in the order of the record. */
export function hiddenReach(record: ChannelsRecord): Reach[] {
  const hidden = record.channels.filter((channel) => ['invisible', 'source'].includes(channelKind(channel)));
  return hidden.map(({ id }) => reachOf(record, id));
}

/** Heights out of 12 in a strip of capabilities or of hidden texts. */
export const cellHeights: Readonly<Record<CapabilityCell['verdict'] | Reach, number>> = {
  ...{ native: 12, script: 6, cannot: 1 },
  ...{ usual: 12, other: 6, not: 1 },
};

/** How many texts of these kinds reach the model by the usual reading, and by any reading, out of `of`. */
export function reached(record: ChannelsRecord, kinds: readonly ChannelKind[]) {
  const of = record.channels.filter((channel) => kinds.includes(channelKind(channel)));
  const reach = of.map(({ id }) => reachOf(record, id));
  return {
    usual: reach.filter((each) => each === 'usual').length,
    any: reach.filter((each) => each !== 'not').length,
    of: of.length,
  };
}
