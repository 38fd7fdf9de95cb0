import { readFile } from 'node:fs/promises';
import { maxShownCharacters } from '../../agents/models/shown-answer.ts';
import { findTranscript } from '../../task/transcripts/find-transcript.ts';
import { parseTranscript } from '../../task/transcripts/parse-transcript.ts';
import type { TranscriptCall } from '../../task/transcripts/transcript.ts';
import { limitsOf } from '../limits-of.ts';
import type { Plan } from '../plan.ts';
import { expectedUsd } from './expected-usd.ts';

/** What one planned episode may cost: expected null where nothing says how long it would be. */
export type PlannedCost = {
  suite: string;
  taskId: string;
  trial: number;
  expectedUsd: number | null;
  maxUsd: number;
};

/**
 * Of all episodes of a plan. Expected are the calls of the task's recording on the same server; on the live web every
 * second answer is a page as long as a model is handed one, for its pages are longer than the stand-ins.
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
