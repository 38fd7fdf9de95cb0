import { digest } from '../../platform/digest.ts';
import type { Environment, Noise, Result, Run, Shard, WarmUp } from './result.ts';
import { contenderOf, leastConfined, totalsOf } from './run-facts.ts';

/** A run of one suite and the place where it was found, which fault messages name. */
export type PlacedRun = { place: string; run: Run };

/** The shard, from 1, that plays the episode at a position of a run (from 0). */
export function shardAt({ before, count }: Pick<Shard, 'before' | 'count'>, position: number): number {
  return ((before + position) % count) + 1;
}

/**
 * Merges the shards of one run, or returns every reason why they do not form the whole run. The same shards in any
 * order give the same run with the same id.
 */
export function mergeShards(shards: readonly PlacedRun[]): { run: Run } | { faults: string[] } {
  const sorted = shards.toSorted((a, b) => indexOf(a) - indexOf(b));
  const [first] = sorted;
  if (!first) return { faults: ['no shards'] };
  const faults = faultsOf(sorted);
  if (faults.length > 0) return { faults };
  const runs = sorted.map(({ run }) => run);
  const { shard, ...config } = first.run.config;
  const hands = runs.map(({ episodes }) => [...episodes]);
  const episodes = Array.from({ length: shard?.episodes ?? 0 }, (_, position) =>
    shard ? hands[shardAt(shard, position) - 1]?.shift() : undefined,
  ).filter((result) => result !== undefined);
  const runId = mergedId(runs);
  const server = runs.find((run) => run.config.server.toolsSha256 !== null)?.config.server ?? config.server;
  const confined = leastConfined(runs.map((run) => run.config.server));
  const startedAt = runs.map((run) => run.startedAt).sort()[0] ?? first.run.startedAt;
  const endMs = Math.max(...runs.map((run) => Date.parse(run.startedAt) + run.durationMs));
  const { noise: _, warmUp: __, ...rest } = first.run;
  const noise = joinedNoise(runs.map((run) => run.noise));
  const warmUp = joinedWarmUp(runs.map((run) => run.warmUp));
  const run: Run = {
    ...rest,
    runId,
    startedAt,
    durationMs: endMs - Date.parse(startedAt),
    config: {
      ...config,
      server: { ...server, confined },
      workers: Math.max(...runs.map((run) => run.config.workers)),
    },
    environment: joinedEnvironment(runs.map(({ environment }) => environment)),
    ...(noise ? { noise } : {}),
    ...(warmUp ? { warmUp } : {}),
    artifactsSha256: null,
    episodes: episodes.map((result) => moved(result, runId)),
    totals: totalsOf(episodes),
  };
  return { run };
}

/** Moves the event path of a result from the shard's id to the id of the whole run. */
function moved(result: Result, runId: string): Result {
  return { ...result, artifacts: { ...result.artifacts, events: `events/${runId}.jsonl` } };
}

function faultsOf(sorted: readonly PlacedRun[]): string[] {
  const [first] = sorted;
  if (!first) return [];
  const { suite, config } = first.run;
  const whole = sorted.filter(({ run }) => !run.config.shard);
  if (whole.length > 0) return whole.map(({ place, run }) => `${place}: run ${run.runId} is not a shard`);
  const others = sorted.slice(1).flatMap((other) => differences(first, other));
  if (others.length > 0) return others;
  const shardCount = config.shard?.count ?? 0;
  const byIndex = Map.groupBy(sorted, indexOf);
  return [
    ...Array.from({ length: shardCount }, (_, position) => position + 1)
      .filter((index) => !byIndex.has(index))
      .map((index) => `shard ${index}/${shardCount} of ${suite} is missing`),
    ...[...byIndex]
      .filter(([, same]) => same.length > 1)
      .map(
        ([index, same]) =>
          `shard ${index}/${shardCount} of ${suite} was found twice: ${same.map(({ place }) => place).join(', ')}`,
      ),
    ...sorted.flatMap(incomplete),
  ];
}

function incomplete({ place, run }: PlacedRun): string[] {
  const { shard } = run.config;
  if (!shard) return [];
  const positions = Array.from({ length: shard.episodes }, (_, position) => position);
  const wanted = positions.filter((position) => shardAt(shard, position) === shard.index).length;
  if (run.complete && run.episodes.length === wanted) return [];
  return [
    `${place}: shard ${shard.index}/${shard.count} of ${run.suite} has ${run.episodes.length} of its ${wanted} episodes; go on with --resume ${run.runId}`,
  ];
}

/** The values that must be equal in all shards of a run, by their names in messages. */
function identityOf({ config, environment }: Run): Record<string, unknown> {
  const { shard, server } = config;
  return {
    comparabilityKey: config.comparabilityKey,
    adapter: config.adapter,
    model: config.model?.asked,
    endpoint: contenderOf(config).endpoint ?? undefined,
    server: `${server.id} ${server.version}`,
    tools: server.toolsSha256,
    partial: config.partial,
    'number of shards': shard?.count,
    'number of episodes': shard?.episodes,
    'place in the run': shard?.before,
    'way of saving': shard?.save,
    harness: environment.harness,
    browser: `${environment.browser.name} ${environment.browser.version}`,
  };
}

function differences(a: PlacedRun, b: PlacedRun): string[] {
  const wanted = identityOf(a.run);
  // If the server never started, the shard has no facts about it.
  const isKnown = (run: Run) => run.config.server.toolsSha256 !== null;
  const unknown = isKnown(a.run) && isKnown(b.run) ? [] : ['tools', 'server'];
  return Object.entries(identityOf(b.run))
    .filter(([name, found]) => found !== wanted[name] && !unknown.includes(name))
    .map(
      ([name, found]) =>
        `${b.place}: ${name}: got ${found ?? 'none'}; expected ${wanted[name] ?? 'none'}, as in ${a.place}`,
    );
}

function indexOf({ run }: PlacedRun): number {
  return run.config.shard?.index ?? 0;
}

/** Begins like the id of the first shard that started; the rest depends only on the ids of the shards. */
function mergedId(runs: readonly Run[]): string {
  const ids = runs.map(({ runId }) => runId).sort();
  const suite = runs[0]?.suite ?? '';
  return `${ids[0]?.split('-')[0] ?? ''}-${digest(ids).slice(0, 6)}-${suite}`;
}

/** The maximum of each value; undefined if no part measured noise. */
export function joinedNoise(parts: readonly (Noise | undefined)[]): Noise | undefined {
  const known = parts.filter((part) => part !== undefined);
  if (known.length === 0) return undefined;
  const during = known.flatMap((part) => part.during ?? []);
  return {
    before: Math.max(...known.map(({ before }) => before)),
    during: during.length === 0 ? null : Math.max(...during),
    overlaps: Math.max(...known.map(({ overlaps }) => overlaps)),
  };
}

/** The sum of each value, null if that of any part is unknown; undefined if no part sent a request. */
export function joinedWarmUp(parts: readonly (WarmUp | undefined)[]): WarmUp | undefined {
  const known = parts.filter((part) => part !== undefined);
  if (known.length === 0) return undefined;
  return known.reduce((a, b) => ({
    requests: a.requests + b.requests,
    tokens: a.tokens && b.tokens && addTokens(a.tokens, b.tokens),
    usd: a.usd === null || b.usd === null ? null : a.usd + b.usd,
    ...(a.costIsLowerBound || b.costIsLowerBound ? { costIsLowerBound: true as const } : {}),
  }));
}

function addTokens(a: NonNullable<WarmUp['tokens']>, b: NonNullable<WarmUp['tokens']>) {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
  };
}

/** Values that differ between machines are joined, so that the result equals no single machine. */
export function joinedEnvironment(all: readonly Environment[]): Environment {
  const [first] = all;
  if (!first) throw new Error('no shard');
  const joined = (take: (environment: Environment) => string) =>
    [...new Set(all.map(take))].sort().join('; ');
  const observation = all.every(({ contended }) => contended !== undefined);
  const contended = all.some((environment) => environment.contended);
  return {
    ...first,
    node: joined(({ node }) => node),
    os: joined(({ os }) => os),
    arch: joined(({ arch }) => arch),
    cpu: joined(({ cpu }) => cpu),
    cpuCount: Math.min(...all.map(({ cpuCount }) => cpuCount)),
    memoryBytes: Math.min(...all.map(({ memoryBytes }) => memoryBytes)),
    ci: all.some(({ ci }) => ci),
    gitDirty: all.some(({ gitDirty }) => gitDirty),
    ...(observation || contended ? { contended } : {}),
  };
}
