import { type Columns, csv, type Stamp } from '../../harness/publish/board/data-file.ts';
import type {
  CapabilitiesRecord,
  CapabilityCell,
} from '../../harness/results/records/capabilities-record.ts';
import type { ChannelsRecord } from '../../harness/results/records/channels-record.ts';
import { channelKind, reachOf, type ServerBoard, taskTokens } from '../history/servers.ts';

/** The measured server that the others are compared with. */
const usualReference = 'playwright';

type Release = ServerBoard['releases'][number];

/** Results of each release on each suite; the tokens of the reference server are 1. */
function ratiosOf({ releases, suites }: ServerBoard) {
  const newest = releases.filter(({ isNewest }) => isNewest);
  const reference = newest.find(({ cost }) => cost.server.id === usualReference) ?? newest[0] ?? null;
  const tokensOf = (release: Release | null, at: number) => {
    const of = release?.suites[at];
    return release && of ? taskTokens(release, of) : null;
  };
  return {
    reference: reference?.cost.server.id ?? null,
    releases: releases.map((release) => ({
      release,
      ratios: suites.flatMap(({ suite, shared }, at) => {
        const cost = release.suites[at];
        const [tokens, one] = [tokensOf(release, at), tokensOf(reference, at)];
        const ratio = tokens === null || one === null ? null : tokens / one;
        return cost && cost.total > 0 ? [{ ...cost, suite, shared: shared.length, tokens, ratio }] : [];
      }),
    })),
  };
}

/** `/api/v1/servers.json`: each record with the numbers that pages show. Suites are never pooled. */
export function serversFile(board: ServerBoard, stamp: Stamp) {
  const { reference, releases } = ratiosOf(board);
  return {
    schema: 'contract-bench.api.servers.v1',
    ...stamp,
    reference,
    suites: board.suites,
    servers: releases.map(({ release: { cost, isNewest }, ratios }) => ({
      ...cost,
      newest: isNewest,
      ratios: Object.fromEntries(ratios.map(({ suite, shared, ...ratio }) => [suite, ratio])),
    })),
  };
}

type ServerLine = {
  release: Release;
  ratio: ReturnType<typeof ratiosOf>['releases'][number]['ratios'][number];
};

const serverColumns: Columns<ServerLine> = {
  server: ({ release }) => release.cost.server.id,
  title: ({ release }) => release.cost.server.title,
  package: ({ release }) => release.cost.server.package,
  version: ({ release }) => release.cost.server.version,
  newest: ({ release }) => release.isNewest,
  suite: ({ ratio }) => ratio.suite,
  passed: ({ ratio }) => ratio.passed,
  total: ({ ratio }) => ratio.total,
  sharedTasks: ({ ratio }) => ratio.shared,
  tools: ({ release }) => release.cost.toolList.tools,
  toolListTokens: ({ release }) => release.cost.toolList.tokens,
  answerTokens: ({ ratio }) => ratio.answers,
  tokensATask: ({ ratio }) => ratio.tokens,
  ratio: ({ ratio }) => ratio.ratio,
  startMs: ({ release }) => release.cost.startMs?.median ?? null,
  serverMb: ({ release }) => release.cost.serverMb?.median ?? null,
  errors: ({ release }) => release.cost.errors,
  contended: ({ release }) => release.cost.contended,
  sha: ({ release }) => release.cost.sha,
  at: ({ release }) => release.cost.at,
};

/** One line per release and suite. */
export function serversCsv(board: ServerBoard, stamp: Stamp): string {
  const lines = ratiosOf(board).releases.flatMap(({ release, ratios }) =>
    ratios.map((ratio): ServerLine => ({ release, ratio })),
  );
  return csv(serverColumns, lines, stamp);
}

const capabilityColumns: Columns<{ record: CapabilitiesRecord; cell: CapabilityCell }> = {
  server: ({ record }) => record.server.id,
  title: ({ record }) => record.server.title,
  version: ({ record }) => record.server.version,
  capability: ({ cell }) => cell.capability,
  does: ({ cell }) => cell.title,
  verdict: ({ cell }) => cell.verdict,
  tools: ({ cell }) => cell.tools.join(' '),
  calls: ({ cell }) => cell.calls,
  bytes: ({ cell }) => cell.bytes,
  tokens: ({ cell }) => cell.tokens ?? null,
  sha: ({ record }) => record.sha,
  at: ({ record }) => record.at,
};

/** One line per server and capability. */
export function capabilitiesCsv(records: readonly CapabilitiesRecord[], stamp: Stamp): string {
  const lines = records.flatMap((record) => record.cells.map((cell) => ({ record, cell })));
  return csv(capabilityColumns, lines, stamp);
}

const textColumns: Columns<{ record: ChannelsRecord; channel: ChannelsRecord['channels'][number] }> = {
  server: ({ record }) => record.server.id,
  title: ({ record }) => record.server.title,
  version: ({ record }) => record.server.version,
  text: ({ channel }) => channel.id,
  where: ({ channel }) => channel.title,
  kind: ({ channel }) => channelKind(channel),
  reading: ({ record, channel }) => reachOf(record, channel.id),
  sha: ({ record }) => record.sha,
  at: ({ record }) => record.at,
};

/** One line per server and text of the page: exposed by its usual reading, by another reading, or not. */
export function hiddenTextCsv(records: readonly ChannelsRecord[], stamp: Stamp): string {
  const lines = records.flatMap((record) => record.channels.map((channel) => ({ record, channel })));
  return csv(textColumns, lines, stamp);
}
