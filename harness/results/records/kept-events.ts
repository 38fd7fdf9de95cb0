import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sha256 } from '../../platform/digest.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import type { Result, Run } from './result.ts';
import { isCharged } from './statuses.ts';

const ending = '.jsonl.gz';

/** Of 1,000 episodes that are each cut at half a megabyte none comes near it. */
const mostBytes = 500 * 1024 * 1024;

const folderOf = (resultsDir: string) => join(resultsDir, 'episodes');

/** Where the events of a run lie beside its results. */
export function eventsFileOf(resultsDir: string, runId: string): string {
  return join(folderOf(resultsDir), `${runId}${ending}`);
}

/** The runs whose events are kept. */
export function keptEvents(resultsDir: string): string[] {
  const folder = folderOf(resultsDir);
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return names.flatMap((name) => (name.endsWith(ending) ? [name.slice(0, -ending.length)] : []));
}

/**
 * The lines that were kept of a run; null if its file is missing. Throws UserError for a file that is not the one that
 * the run names.
 */
export function readEvents(resultsDir: string, run: Pick<Run, 'runId' | 'eventsSha256'>): string | null {
  const file = eventsFileOf(resultsDir, run.runId);
  if (!existsSync(file)) return null;
  const fail = (what: string) => new UserError(`${file}: ${what}`);
  let lines: string;
  try {
    lines = gunzipSync(readFileSync(file), { maxOutputLength: mostBytes }).toString('utf8');
  } catch (error) {
    throw fail(`must be gzip; found: ${error instanceof Error ? error.message : String(error)}`);
  }
  const found = sha256(lines);
  if (found !== run.eventsSha256)
    throw fail(
      `must be the events of run ${run.runId}, ${run.eventsSha256 ?? 'which kept none'}; found ${found}`,
    );
  return lines;
}

/** Of a gate's replay the recording tells what passed; an episode that never began has nothing to tell. */
export function mayLackEvents(
  { kind }: Pick<Run['config'], 'kind'>,
  { status, steps }: Pick<Result, 'status' | 'steps'>,
): boolean {
  return (kind === 'replay' && status === 'passed') || (!isCharged(status) && steps === 0);
}
