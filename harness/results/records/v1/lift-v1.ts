// Beside the schemas and not with them: a page's script lifts what it fetches, and has no room for zod.
import { ownOf } from '../../../platform/words/known-names.ts';
import type { Result, ResultsFile, Run, RunConfig } from '../result.ts';
import type { RunKind } from '../run-identity.ts';
import type { ResultsFileV1, ResultV1, RunConfigV1, RunV1 } from './results-v1.ts';

/**
 * A file of the first schema as one of the second; the file itself stays as it is. Its runs keep their keys and with
 * them their groups: they continue no row of today. What was not stored then is null.
 */
export function liftV1({ runs, ...file }: ResultsFileV1): ResultsFile {
  return { ...file, schema: 'contract-bench.results.v2', runs: runs.map(liftRun) };
}

function liftRun({ config, episodes, ...run }: RunV1): Run {
  return { ...run, config: liftConfig(config, run.environment.harness), episodes: episodes.map(liftResult) };
}

function liftConfig(
  { adapter, model, endpoint, server, caps, ...config }: RunConfigV1,
  harness: string,
): RunConfig {
  const isModel = model !== null;
  return {
    ...config,
    kind: isModel ? 'model' : (ownOf(kinds, adapter) ?? 'replay'),
    adapter: adapter === 'mock' ? 'replay' : adapter,
    agent: { id: adapter === 'mock' ? 'replay' : adapter, version: harness, door: 'none', confined: null },
    model: isModel
      ? {
          asked: model,
          answered: null,
          api: adapter === 'claude' ? 'messages' : 'chat',
          endpoint: endpoint === undefined ? 'vendor' : endpointClass(endpoint),
          effort: null,
          maxTokens: caps.maxTokensPerTurn,
        }
      : null,
    price: null,
    server: { ...server, confined: null },
    transcriptsSha256: null,
    edition: null,
    worldSeeds: null,
    limits: {
      maxSteps: caps.maxSteps,
      maxDurationMs: caps.maxDurationMs,
      maxUsd: isModel ? caps.maxUsdPerTask : null,
      maxTokens: isModel ? caps.maxTokensPerTurn : null,
    },
    promptSha256: null,
    answerCut: null,
    rehearsal: endpoint !== undefined,
    keyVersion: 1,
  };
}

/** What the adapters without a model were then. */
const kinds: Readonly<Record<string, RunKind>> = {
  noop: 'control',
  'start-url': 'control',
  'data-url': 'control',
  'file-url': 'control',
  spoof: 'control',
  'spoof-network': 'control',
};

/** Of a host that answered in place of a model's vendor, with its port where it had one. */
export function endpointClass(host: string): 'private' | 'loopback' {
  return /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(host) ? 'loopback' : 'private';
}

function liftResult(result: ResultV1): Result {
  return {
    ...result,
    templateId: result.taskId,
    selfReport: null,
    answer: null,
    stopReason: null,
    requests: null,
    claimedTokens: null,
    pausedMs: 0,
    retries: 0,
    trajectorySha256: null,
  };
}
