import packageJson from '../../package.json' with { type: 'json' };
import type { Adapter } from '../agents/adapter.ts';
import { isRehearsal, priceTable } from '../agents/models/proxy/prices.ts';
import { maxShownCharacters } from '../agents/models/shown-answer.ts';
import { judgeVersion } from '../judge/judge-version.ts';
import { digest } from '../platform/digest.ts';
import { comparabilityKey, keyVersion } from '../results/records/comparability-key.ts';
import { recordedServerId } from '../results/records/custom-server.ts';
import type { RunConfig } from '../results/records/result.ts';
import type { Limits, ModelRecord, PriceRecord } from '../results/records/run-identity.ts';
import { endpointClass } from '../results/records/v1/results-v1.ts';
import { packageOf } from '../servers/index.ts';
import { promptSha256 } from '../task/given.ts';
import type { TaskFile } from '../task/read-tasks.ts';
import type { Suite } from '../task/suite.ts';
import { taskCaps } from '../task/task-caps.ts';
import { transcriptsSha256 } from '../task/transcripts/find-transcript.ts';
import { workersOf } from './eye-options.ts';
import { durationOf, limitsOf } from './limits-of.ts';
import type { Plan } from './plan.ts';

/** What a run of one suite is made with, and the key of what it may be compared with. */
export async function runConfigOf(
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
    // The calls of a script are fixed beforehand too.
    kind: adapter.kind === 'script' ? 'replay' : adapter.kind,
    adapter: adapter.id,
    agent: {
      id: adapter.id,
      version: adapter.agent?.version ?? packageJson.version,
      door: adapter.agent?.door ?? 'none',
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
    answerCut: model ? maxShownCharacters : null,
    webSha256: source?.kind === 'hermetic' ? source.standIns.sha256 : null,
    judge: judgeVersion,
    rehearsal:
      (model !== null && adapter.spending !== undefined && isRehearsal(model, adapter.spending)) ||
      isBeyond(limits, ofSuite?.limits[web]),
  } as const;
  return {
    ...config,
    ...(partial ? { partial: true } : {}),
    keyVersion,
    comparabilityKey: comparabilityKey(suite, config),
  };
}

/** The suite's, lowered by flags; of a user's own tasks the most that any may ask for. */
function runLimitsOf({ options, web, adapter }: Omit<Plan, 'runs'>, suite: Suite | null): Limits {
  const { maxSteps, maxDurationMs } = suite?.limits[web] ?? taskCaps;
  return {
    maxSteps: Math.min(maxSteps, options.maxSteps ?? maxSteps),
    maxDurationMs: durationOf(options, maxDurationMs),
    maxUsd: adapter.spending?.caps.maxUsdPerTask ?? null,
    maxTokens: adapter.spending?.caps.maxTokensPerTurn ?? null,
  };
}

function modelOf({ model, spending }: Adapter): ModelRecord | null {
  if (model === null) return null;
  return {
    asked: model,
    answered: null,
    api: spending?.api ?? 'unknown',
    endpoint: spending?.endpoint ? endpointClass(spending.endpoint) : 'vendor',
    effort: spending?.effort ?? null,
    maxTokens: spending?.caps.maxTokensPerTurn ?? null,
  };
}

function priceOf({ spending }: Adapter): PriceRecord | null {
  if (!spending?.price) return null;
  const { input, output, cacheRead, cacheWrite } = spending.price;
  const from = spending.priceByFlag
    ? ({ date: null, source: 'flag' } as const)
    : ({ date: priceTable.asOf, source: 'table' } as const);
  return { input, output, cacheRead, cacheWrite, ...from };
}

/** A flag gave more than the edition gives everybody. */
function isBeyond(limits: Limits, edition: Suite['limits']['live'] | undefined): boolean {
  if (!edition) return false;
  return limits.maxDurationMs > edition.maxDurationMs || (limits.maxUsd ?? 0) > edition.maxUsd;
}
