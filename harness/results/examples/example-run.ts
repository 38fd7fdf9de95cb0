import { digest, sha256 } from '../../platform/digest.ts';
import { comparabilityKey } from '../records/comparability-key.ts';
import type { Result, Run, RunConfig } from '../records/result.ts';
import { totalsOf } from '../records/run-facts.ts';
import type { ModelRecord } from '../records/run-identity.ts';

/** Results in the form that the harness writes, for tests: the values were not measured. */
export function exampleResult(changes: Partial<Result> = {}): Result {
  const taskId = changes.taskId ?? 'task-01-example-com-title';
  return {
    taskId,
    templateId: taskId,
    taskSha256: sha256(taskId),
    trial: 1,
    status: 'passed',
    success: true,
    steps: 3,
    durationMs: 1234.5,
    phases: { start: 310.2, reset: 12.4, adapter: 1.1, tool: 702.6, judge: 151.8, stop: 56.4 },
    toolCalls: 4,
    serverErrors: 0,
    responseBytes: 8123,
    tokens: null,
    usd: null,
    selfReport: null,
    answer: null,
    stopReason: null,
    requests: null,
    claimedTokens: null,
    pausedMs: 0,
    retries: 0,
    noProgressEpisodes: 0,
    wandering: { repeats: 0, excessSteps: 0 },
    recovery: { errors: 0, recovered: 0, medianSteps: null, medianMs: null },
    requestMisses: 0,
    firstHeldAtStep: 3,
    finalUrl: 'https://example.com/',
    verdict: {
      outcome: 'passed',
      clauses: [
        { name: 'postconditions[0] (url match)', outcome: 'passed' },
        { name: 'postconditions[1] (dom_text match)', outcome: 'passed' },
      ],
    },
    factsSha256: sha256(`${taskId} facts`),
    trajectorySha256: sha256(`${taskId} trajectory`),
    artifacts: { events: 'events/run.jsonl', report: 'report.json' },
    ...changes,
  };
}

/** An episode whose second clause did not hold. */
export function exampleFailure(changes: Partial<Result> = {}): Result {
  const name = 'postconditions[1] (dom_text match)';
  return exampleResult({
    status: 'failed',
    success: false,
    firstHeldAtStep: null,
    failedPostcondition: { name, wanted: 'h1 contains "Example Domain"', observed: 'no element matches h1' },
    verdict: {
      outcome: 'failed',
      clauses: [
        { name: 'postconditions[0] (url match)', outcome: 'passed' },
        { name, outcome: 'failed', observed: 'no element matches h1' },
      ],
    },
    ...changes,
  });
}

/** A model may be only a name, and a server may lack fields that tests do not check. */
type ConfigChanges = Partial<Omit<RunConfig, 'model' | 'server'>> & {
  model?: string | RunConfig['model'];
  server?: Omit<RunConfig['server'], 'confined'> & { confined?: boolean | null };
};

type RunChanges = Partial<Omit<Run, 'config' | 'environment'>> & {
  config?: ConfigChanges;
  environment?: Partial<Run['environment']>;
};

const exampleServer: RunConfig['server'] = {
  id: 'playwright',
  package: '@playwright/mcp',
  version: '0.0.83',
  toolsSha256: sha256('tools'),
  confined: null,
};

export function exampleModel(asked: string, endpoint: ModelRecord['endpoint'] = 'vendor'): ModelRecord {
  return { asked, answered: asked, api: 'chat', endpoint, effort: null, maxTokens: 4096 };
}

export function exampleRun({ config, environment, ...changes }: RunChanges = {}): Run {
  const given = changes.episodes ?? [exampleResult(), exampleFailure({ taskId: 'task-02-mdn-fetch-syntax' })];
  // A model answers once per step.
  const episodes = config?.model
    ? given.map((each) => ({ ...each, requests: each.requests ?? each.steps }))
    : given;
  const suite = changes.suite ?? 'webvoyager';
  const settings = {
    kind: 'replay' as const,
    adapter: 'replay',
    agent: { id: config?.adapter ?? 'replay', version: '0.1.0', door: 'none' as const, confined: null },
    price: null,
    transcriptsSha256: sha256('transcripts'),
    web: 'hermetic' as const,
    edition: 1,
    worldSeeds: null,
    trials: 1,
    workers: 1,
    limits: { maxSteps: 100, maxDurationMs: 600_000, maxUsd: null, maxTokens: null },
    tasksSha256: digest([...new Map(episodes.map(({ taskId, taskSha256 }) => [taskId, taskSha256]))]),
    promptSha256: sha256('prompt'),
    answerCut: null,
    webSha256: sha256('web'),
    judge: 1,
    rehearsal: false,
    keyVersion: 2,
    ...config,
    ...(typeof config?.model === 'string' ? { kind: 'model' as const } : {}),
    model: typeof config?.model === 'string' ? exampleModel(config.model) : (config?.model ?? null),
    server: { ...exampleServer, ...config?.server },
  };
  return {
    runId: 'run-1',
    suite,
    complete: true,
    startedAt: '2026-01-02T03:04:05Z',
    durationMs: 12_345.6,
    artifactsSha256: sha256('manifest'),
    totals: totalsOf(episodes),
    ...changes,
    episodes,
    config: { ...settings, comparabilityKey: config?.comparabilityKey ?? comparabilityKey(suite, settings) },
    environment: {
      harness: '0.1.0',
      node: 'v24.21.0',
      os: 'linux',
      arch: 'x64',
      cpu: 'Example CPU @ 2.00GHz',
      cpuCount: 2,
      memoryBytes: 8_000_000_000,
      browser: { name: 'Chromium', version: '153.0.0.0', headless: true },
      ci: false,
      gitDirty: false,
      ...environment,
    },
  };
}
