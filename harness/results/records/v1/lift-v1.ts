// Separate from the schemas, because page scripts convert fetched files and zod is too large for them.
import { ownOf } from '../../../platform/words/known-names.ts';
import type { Result, ResultsFile, Run, RunConfig } from '../result.ts';
import type { RunKind } from '../run-identity.ts';
import type { ResultsFileV1, ResultV1, RunConfigV1, RunV1 } from './results-v1.ts';

/**
 * Converts a file of the first schema to the second; the file itself stays unchanged. Its runs keep their keys and
 * therefore their groups, so they continue no current row. Fields that the first schema lacks are null.
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

/** The kinds of the adapters without a model in the first schema. */
const kinds: Readonly<Record<string, RunKind>> = {
  noop: 'control',
  'start-url': 'control',
  'data-url': 'control',
  'file-url': 'control',
  spoof: 'control',
  'spoof-network': 'control',
};

/** Takes the host that answered in place of a model's vendor, with its port if it had one. */
function endpointClass(host: string): 'private' | 'loopback' {
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
