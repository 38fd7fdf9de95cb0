import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sha256 } from '../../platform/digest.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import type { Result, Run } from './result.ts';
import { isCharged } from './statuses.ts';

const ending = '.jsonl.gz';

/** Far above the size of 1,000 episodes, each cut at half a megabyte. */
const mostBytes = 500 * 1024 * 1024;

const folderOf = (resultsDir: string) => join(resultsDir, 'episodes');

/** The event log of a run, beside its results. */
export function eventsFileOf(resultsDir: string, runId: string): string {
  return join(folderOf(resultsDir), `${runId}${ending}`);
}

/** The runs with a stored event log. */
export function keptEvents(resultsDir: string): string[] {
  const folder = folderOf(resultsDir);
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return names.flatMap((name) => (name.endsWith(ending) ? [name.slice(0, -ending.length)] : []));
}

/**
 * The lines of a run's event log; null if the file is missing. Throws UserError if the file's digest is not the one in
 * the run.
 */
export function readEvents(resultsDir: string, run: Pick<Run, 'runId' | 'eventsSha256'>): string | null {
  const file = eventsFileOf(resultsDir, run.runId);
  if (!existsSync(file)) return null;
  const fail = (what: string) => new UserError(`${file}: ${what}`);
  let lines: string;
  try {
    lines = gunzipSync(readFileSync(file), { maxOutputLength: mostBytes }).toString('utf8');
  } catch (error) {
    throw fail(`invalid gzip: ${error instanceof Error ? error.message : String(error)}`);
  }
  const found = sha256(lines);
  if (found !== run.eventsSha256)
    throw fail(
      `got digest ${found}; expected that of run ${run.runId}: ${run.eventsSha256 ?? 'none, it kept no events'}`,
    );
  return lines;
}

/**
 * Whether an episode may lack events: a passed replay is described by its recording, and an episode that never began
 * has none.
 */
export function mayLackEvents(
  { kind }: Pick<Run['config'], 'kind'>,
  { status, steps }: Pick<Result, 'status' | 'steps'>,
): boolean {
  return (kind === 'replay' && status === 'passed') || (!isCharged(status) && steps === 0);
}
