import { randomBytes } from 'node:crypto';
import { arch, cpus, release, totalmem, type } from 'node:os';
import packageJson from '../../package.json' with { type: 'json' };
import type { BuiltInAgent } from '../agents/built-in-agent.ts';
import { priceSourceOf, whyRehearsal } from '../agents/models/proxy/prices.ts';
import { maxShownCharacters } from '../agents/models/shown-answer.ts';
import type { Chromium } from '../browser/chromium/find-chromium.ts';
import { judgeVersion } from '../judge/judge-version.ts';
import { digest } from '../platform/digest.ts';
import { UserError } from '../platform/errors/user-error.ts';
import { isSet } from '../platform/process/switches.ts';
import { ownOf } from '../platform/words/known-names.ts';
import { comparabilityKey, keyVersion } from '../results/records/comparability-key.ts';
import { recordedServerId } from '../results/records/custom-id.ts';
import { shardAt } from '../results/records/merge-shards.ts';
import type { Environment, NotRun, Run, RunConfig } from '../results/records/result.ts';
import { totalsOf } from '../results/records/run-facts.ts';
import type { Limits, ModelRecord, PriceRecord } from '../results/records/run-identity.ts';
import { packageOf } from '../servers/index.ts';
import { promptSha256 } from '../task/given.ts';
import type { BrokenTask, TaskFile } from '../task/read-tasks.ts';
import type { Suite } from '../task/suite.ts';
import { taskCaps } from '../task/task-caps.ts';
import { transcriptsSha256 } from '../task/transcripts/transcript-files.ts';
import type { LeftOut } from './choose-tasks.ts';
import { whyNotAppended, workersOf } from './eye-options.ts';
import { episodeKey, type Plan, type PlannedEpisode, type PlannedRun } from './plan.ts';
import type { PlanOptions } from './plan-options.ts';

/** The tasks of a run: the chosen tasks, those of them that cannot be played, and the other tasks of their suites. */
type ChosenTasks = {
  files: readonly TaskFile[];
  missing: ReadonlyMap<string, LeftOut>;
  left: readonly BrokenTask[];
};

/** A run for each suite before anything is played; with `--shard` only the shard's part. */
export async function planRuns(
  plan: Omit<Plan, 'runs'>,
  { files, missing, left }: ChosenTasks,
  env: NodeJS.ProcessEnv,
): Promise<PlannedRun[]> {
  const { options, chromium, checkout, server } = plan;
  const startedAt = new Date();
  const planId = planIdAt(startedAt);
  const environment = environmentOf(chromium, checkout.dirty, env);
  const partial = new Set(
    [...left, ...files.filter(({ task }) => missing.has(task.id))].map(({ suite }) => suite),
  );
  const runs = await Promise.all(
    [...Map.groupBy(files, ({ suite }) => suite)].map(async ([suite, ofSuite]) => {
      const played = ofSuite.filter(({ task }) => !missing.has(task.id));
      const config = await runConfigOf(plan, suite, played, partial.has(suite));
      const notRun = [
        ...ofSuite.flatMap(({ task: { id } }): NotRun[] => {
          const left = missing.get(id);
          return left ? [{ taskId: id, why: left.why }] : [];
        }),
        ...left.flatMap((task): NotRun[] =>
          task.suite === suite
            ? [{ taskId: task.id, why: ownOf(server.cannot, task.id) ? 'cannot' : 'not_asked' }]
            : [],
        ),
      ];
      const run: Run = {
        runId: `${planId}-${suite}`,
        suite,
        complete: false,
        startedAt: startedAt.toISOString(),
        durationMs: 0,
        config,
        environment,
        artifactsSha256: null,
        ...(notRun.length > 0 ? { notRun } : {}),
        episodes: [],
        totals: totalsOf([]),
      };
      const scheduled = schedule(played, options.trials);
      return {
        run,
        scheduled,
        order: scheduled.map(({ file, trial }) => episodeKey(file.task.id, trial)),
        notRun: ofSuite.flatMap(({ task }) => {
          const left = missing.get(task.id);
          return left ? [{ taskId: task.id, why: left.words }] : [];
        }),
      };
    }),
  );
  const { shard, save } = options;
  const isKept = save && whyNotAppended({ ...options, shard: null }, checkout) === null;
  return shard ? shardOf(runs, shard, isKept) : runs;
}

function schedule(files: TaskFile[], trials: number): PlannedEpisode[] {
  return files.flatMap((file) => Array.from({ length: trials }, (_, index) => ({ file, trial: index + 1 })));
}

/** The configuration of a run of one suite, with its comparability key. */
async function runConfigOf(
  plan: Omit<Plan, 'runs'>,
  suite: string,
  files: TaskFile[],
  partial: boolean,
): Promise<RunConfig> {
  const { options, server, adapter, web, skill, transcriptFolders } = plan;
  const ofSuite = plan.suites.get(suite) ?? null;
  const source = plan.webs.get(suite);
  const limits = runLimitsOf(plan, ofSuite);
  const model = modelOf(adapter);
  const ids = files.map(({ task }) => task.id);
  const replayed = adapter.replaysTranscripts
    ? await transcriptsSha256(transcriptFolders, server.id, ids)
    : null;
  const ofProject = replayed && (await transcriptsSha256(options.project.recordings, server.id, ids));
  const config = {
    // The calls of a script are fixed beforehand, like those of a replay.
    kind: adapter.kind === 'script' ? 'replay' : adapter.kind,
    adapter: adapter.id,
    agent: {
      id: adapter.id,
      ...(adapter.agent ?? { version: packageJson.version, door: 'none' as const }),
      confined: null,
    },
    model,
    price: priceOf(adapter),
    server: {
      id: recordedServerId(server),
      package: packageOf(server),
      version: 'package' in server.origin ? server.origin.version : 'unknown',
      toolsSha256: null,
      confined: null,
    },
    transcriptsSha256: replayed,
    ...(replayed === null
      ? {}
      : { recordings: replayed === ofProject ? ('project' as const) : ('other' as const) }),
    web,
    edition: ofSuite?.edition ?? null,
    worldSeeds: ofSuite?.seeds ? (options.seeds ?? ofSuite.seeds) : null,
    trials: options.trials,
    workers: workersOf(options),
    limits,
    tasksSha256: digest(files.map(({ task, taskSha256 }) => [task.id, taskSha256])),
    promptSha256: digest(
      files.map((file) => [file.task.id, promptSha256(file.task, limitsOf(plan, file), skill)]),
    ),
    ...(ofSuite?.scripts === 'refused' ? { scripts: 'refused' as const } : {}),
    // An external agent chooses with each request.
    ...(adapter.local && !adapter.agent ? { toolChoice: 'required' as const } : {}),
    answerCut: model ? maxShownCharacters : null,
    webSha256: source?.kind === 'hermetic' ? source.fixtureSites.sha256 : null,
    judge: judgeVersion,
    rehearsal:
      (model !== null &&
        whyRehearsal(model, { priceByFlag: adapter.spending?.priceByFlag ?? false }) !== null) ||
      isBeyond(limits, ofSuite?.limits[web]),
  } as const;
  return {
    ...config,
    ...(partial ? { partial: true } : {}),
    keyVersion,
    comparabilityKey: comparabilityKey(suite, config),
  };
}

/** The suite's limits, lowered by flags; for a user's own tasks, the highest allowed limits. */
export function runLimitsOf(
  {
    options,
    web,
    adapter,
  }: Omit<LimitedPlan, 'suites'> & { adapter: Pick<BuiltInAgent, 'spending' | 'agent' | 'local'> },
  suite: Pick<Suite, 'limits'> | null,
): Limits {
  const { maxSteps, maxDurationMs, maxLooks = taskCaps.maxLooks } = suite?.limits[web] ?? taskCaps;
  const usual = adapter.spending?.caps.maxUsdPerTask ?? null;
  const ofSuite = suite?.limits[web].maxUsd ?? usual;
  const steps = Math.min(maxSteps, options.maxSteps ?? maxSteps);
  return {
    maxSteps: steps,
    maxDurationMs: durationOf(options, maxDurationMs),
    // A suite may allow less than the default.
    maxUsd: usual === null || ofSuite === null ? null : (options.model.maxUsd ?? Math.min(usual, ofSuite)),
    maxTokens: adapter.spending?.caps.maxTokensPerTurn ?? adapter.local?.maxTokensPerTurn ?? null,
    ...(adapter.local ? { local: { maxSteps: steps, maxTokens: adapter.local.maxTokens } } : {}),
    ...(adapter.agent?.door === 'cdp' ? { maxLooks } : {}),
  };
}

function modelOf({ model, spending, local }: BuiltInAgent): ModelRecord | null {
  if (model === null) return null;
  if (local)
    return {
      ...{ asked: model, answered: null, api: 'local', endpoint: 'local', effort: null },
      maxTokens: local.maxTokensPerTurn,
      local: local.record(),
    };
  return {
    asked: model,
    answered: null,
    api: spending?.api ?? 'unknown',
    endpoint: spending?.endpoint.class ?? 'vendor',
    ...(spending?.endpoint.name ? { host: spending.endpoint.name } : {}),
    effort: spending?.effort ?? null,
    ...(spending?.sampling ? { sampling: spending.sampling } : {}),
    maxTokens: spending?.caps.maxTokensPerTurn ?? null,
  };
}

function priceOf({ model, spending, local }: BuiltInAgent): PriceRecord | null {
  if (local) return { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, date: null, source: 'local' };
  if (!spending?.price) return null;
  const { input, output, cacheRead, cacheWrite } = spending.price;
  const from = spending.priceByFlag
    ? ({ date: null, source: 'flag' } as const)
    : ({ date: priceSourceOf(model ?? '').date, source: 'table' } as const);
  return { input, output, cacheRead, cacheWrite, ...from };
}

/** Whether flags raise a limit above the edition's. */
function isBeyond(limits: Limits, edition: Suite['limits']['live'] | undefined): boolean {
  if (!edition) return false;
  return limits.maxDurationMs > edition.maxDurationMs || (limits.maxUsd ?? 0) > edition.maxUsd;
}

/**
 * The limits of an attempt: those of its suite's edition, or of the task if it has no suite, so that all rows of an
 * edition have the same limits. A flag can lower the steps, and can raise time and money; then the row is not
 * comparable with others.
 */
export function limitsOf(
  { options, suites, web }: LimitedPlan,
  { suite, task }: TaskFile,
): Suite['limits']['live'] {
  const ofSuite = suites.get(suite)?.limits[web];
  const limits = ofSuite ?? task;
  return {
    ...(ofSuite?.maxLooks === undefined ? {} : { maxLooks: ofSuite.maxLooks }),
    maxSteps: Math.min(limits.maxSteps, options.maxSteps ?? limits.maxSteps),
    maxDurationMs: durationOf(options, limits.maxDurationMs),
    maxUsd: options.model.maxUsd ?? limits.maxUsd,
  };
}

type LimitedPlan = Pick<Plan, 'suites' | 'web'> & {
  options: Pick<Plan['options'], 'maxSteps' | 'maxDurationMs' | 'durationMs' | 'model'>;
};

type DurationOptions = Pick<Plan['options'], 'maxDurationMs' | 'durationMs'>;

function durationOf({ maxDurationMs, durationMs }: DurationOptions, ofSuite: number): number {
  const asked = durationMs ?? ofSuite;
  return Math.min(asked, maxDurationMs ?? asked);
}

/** The machine and the versions of a run. */
function environmentOf(chromium: Chromium, gitDirty: boolean, env: NodeJS.ProcessEnv): Environment {
  const all = cpus();
  return {
    harness: packageJson.version,
    node: process.version,
    os: `${type()} ${release()}`,
    arch: arch(),
    cpu: all[0]?.model.trim() ?? 'unknown',
    cpuCount: all.length,
    memoryBytes: totalmem(),
    browser: { name: chromium.name, version: chromium.version, headless: chromium.display === undefined },
    ci: isSet(env.CI),
    gitDirty,
  };
}

/**
 * Deals the episodes of a run, in the order of its plan, like cards to `count` shards, and keeps those of one. The runs
 * keep the comparability keys of the whole run. Throws `UserError` if a shard would be empty.
 */
function shardOf(
  planned: PlannedRun[],
  { index, count }: NonNullable<PlanOptions['shard']>,
  save: boolean,
): PlannedRun[] {
  const all = planned.reduce((sum, { scheduled }) => sum + scheduled.length, 0);
  if (count > all)
    throw new UserError(`--shard: got ${index}/${count}; expected at most ${all} shards for ${all} episodes`);
  let before = 0;
  return planned.map((plan) => {
    const episodes = plan.scheduled.length;
    const shard = { index, count, episodes, before, save };
    before += episodes;
    const isOurs = (_: unknown, position: number) => shardAt(shard, position) === index;
    const { comparabilityKey, ...config } = plan.run.config;
    return {
      ...plan,
      run: { ...plan.run, config: { ...config, shard, comparabilityKey } },
      scheduled: plan.scheduled.filter(isOurs),
      order: plan.order.filter(isOurs),
    };
  });
}

/** The same plan for another play from the start into another folder, without new look-ups. */
export function renewPlan(plan: Plan, out: string): Plan {
  const startedAt = new Date();
  const planId = planIdAt(startedAt);
  return {
    ...plan,
    options: { ...plan.options, out },
    runs: plan.runs.map((planned) => ({
      ...planned,
      run: {
        ...planned.run,
        runId: `${planId}-${planned.run.suite}`,
        startedAt: startedAt.toISOString(),
        complete: false,
        durationMs: 0,
        config: { ...planned.run.config },
        episodes: [],
        totals: totalsOf([]),
      },
    })),
  };
}

/** The common prefix of the run ids of a plan; unique, and sorts by time. */
function planIdAt(startedAt: Date): string {
  return `${startedAt.toISOString().replace(/[-:]|\.\d+/g, '')}-${randomBytes(3).toString('hex')}`;
}
