import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../platform/errors/user-error.ts';
import { keptEvents, readEvents } from '../../results/records/kept-events.ts';
import { type OnFault, readableHistory, readHistory } from '../../results/records/read-history.ts';
import type { Run } from '../../results/records/result.ts';
import { LinesByEpisode } from '../../results/story/lines-by-episode.ts';
import { readSavedRuns } from '../../results/verify/read-saved.ts';

/** A run whose events are somewhere: in the `--out` folder all of them, beside the results those that were kept. */
export type KeptRun = { run: Run; lines(): LinesByEpisode };

/**
 * The newest first; a run that lies in both places is taken from the folder. With `onFault` a broken file is named and
 * left out; without it, it is thrown.
 */
export async function keptRuns(
  resultsDir: string,
  folder: string,
  onFault: OnFault | null = null,
): Promise<KeptRun[]> {
  const played = await runsIn(folder).catch((error: unknown) => {
    if (!onFault || !(error instanceof UserError)) throw error;
    onFault(error.message);
    return [];
  });
  const kept = new Set(keptEvents(resultsDir));
  for (const { run } of played) kept.delete(run.runId);
  const history = onFault ? readableHistory(resultsDir, onFault) : readHistory(resultsDir);
  const published = [...history].flatMap(({ runs }) =>
    runs
      .filter(({ runId }) => kept.has(runId))
      .map((run) => keptRun(run, () => readEvents(resultsDir, run) ?? '')),
  );
  return [...played, ...published].toSorted((a, b) => (a.run.startedAt < b.run.startedAt ? 1 : -1));
}

/** None in a folder that is no `--out` folder: a run of the results is asked for. */
async function runsIn(folder: string): Promise<KeptRun[]> {
  const events = path.join(folder, 'events');
  if (!existsSync(events)) return [];
  const saved = await readSavedRuns(folder, 'show');
  return saved.flatMap(({ run }) => {
    const file = run && path.join(events, `${run.runId}.jsonl`);
    return file && existsSync(file) ? [keptRun(run, () => readFileSync(file, 'utf8'))] : [];
  });
}

function keptRun(run: Run, read: () => string): KeptRun {
  let lines: LinesByEpisode | undefined;
  return {
    run,
    lines: () => {
      lines ??= new LinesByEpisode(read());
      return lines;
    },
  };
}
