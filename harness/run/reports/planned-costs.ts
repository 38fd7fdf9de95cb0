import { readFile } from 'node:fs/promises';
import { costOf, type Price, toUsd } from '../../agents/models/proxy/prices.ts';
import { maxShownCharacters } from '../../agents/models/shown-answer.ts';
import { parseTranscript } from '../../task/transcripts/parse-transcript.ts';
import type { TranscriptCall } from '../../task/transcripts/transcript.ts';
import { findTranscript } from '../../task/transcripts/transcript-files.ts';
import type { Plan } from '../plan.ts';
import { limitsOf } from '../plan-runs.ts';

/** The cost of one planned episode; the expected cost is null if its length is unknown. */
export type PlannedCost = {
  suite: string;
  taskId: string;
  trial: number;
  expectedUsd: number | null;
  maxUsd: number;
};

/**
 * The costs of all episodes of a plan. The expected calls are those of the task's recording on the same server. On the
 * live web every second answer counts as a page of maximum length, because live pages are longer than fixture pages.
 */
export async function plannedCosts(plan: Plan): Promise<PlannedCost[]> {
  const { adapter, server, transcriptFolders, web } = plan;
  const { spending } = adapter;
  const scheduled = plan.runs.flatMap(({ run, scheduled: each }) =>
    each.map((episode) => ({ suite: run.suite, ...episode })),
  );
  return Promise.all(
    scheduled.map(async ({ suite, file, trial }) => {
      const { task } = file;
      const maxUsd = spending?.capUsd({ ...task, ...limitsOf(plan, file) }) ?? 0;
      const calls = await recordedCalls(transcriptFolders, server.id, task.id);
      const expected = spending?.price && calls ? expectedUsd(answerBytes(calls, web), spending.price) : null;
      return {
        suite,
        taskId: task.id,
        trial,
        expectedUsd: spending ? expected && Math.min(expected, maxUsd) : 0,
        maxUsd,
      };
    }),
  );
}

function answerBytes(calls: readonly TranscriptCall[], web: Plan['web']): number[] {
  return calls.map(({ response_bytes }, index) =>
    web !== 'hermetic' && index % 2 === 0 ? maxShownCharacters : Math.min(response_bytes, maxShownCharacters),
  );
}

async function recordedCalls(folders: readonly string[], server: string, task: string) {
  const file = await findTranscript(folders, server, task);
  if (!file) return null;
  const parsed = parseTranscript(await readFile(file, 'utf8'));
  return 'drift' in parsed ? null : parsed.transcript.calls;
}

/** Tokens of the tool list and the first prompt: 5,100 to 10,600 with the listed servers. */
const firstPromptTokens = 8000;
/** Measured on snapshots of pages. */
const bytesPerToken = 2.6;
/** Output tokens of a turn, thinking included; 200 to 500 with the listed models at their default effort. */
const outputTokens = 350;

/**
 * The cost of an episode whose answers have these sizes. Each request reads the previous context from the cache, writes
 * the new part, and is answered with 350 tokens; the last answer ends the task.
 */
export function expectedUsd(answerBytes: readonly number[], price: Price): number {
  let known = 0;
  let pico = 0;
  for (const bytes of [null, ...answerBytes]) {
    const fresh = bytes === null ? firstPromptTokens : Math.ceil(bytes / bytesPerToken) + outputTokens;
    pico += costOf({ input: 0, cacheWrite: fresh, cacheRead: known, output: outputTokens }, price);
    known += fresh;
  }
  return toUsd(pico);
}
