import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { jsonOrUndefined } from '../../platform/errors/json.ts';
import { UserError } from '../../platform/errors/user-error.ts';

const ending = '.jsonl.gz';

/** Far above the size of 1,000 episodes, each with its tool list in every answer. */
const mostBytes = 500 * 1024 * 1024;

/** The stored answers of local weights in one attempt, a line of JSON each. `name`: its place for findings. */
export type AttemptAnswers = { name: string; taskId: string; trial: number; lines: string[] };

const Placed = z.object({ taskId: z.string(), trial: z.int(), answer: z.unknown() });

const folderOf = (resultsDir: string) => join(resultsDir, 'answers');

/** The answers of local weights in a run, beside its results. */
export function answersFileOf(resultsDir: string, runId: string): string {
  return join(folderOf(resultsDir), `${runId}${ending}`);
}

/** The runs with stored answers. */
export function keptAnswers(resultsDir: string): string[] {
  const folder = folderOf(resultsDir);
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return names.flatMap((name) => (name.endsWith(ending) ? [name.slice(0, -ending.length)] : []));
}

/** The text of a file of answers. */
export function answersText(attempts: readonly AttemptAnswers[]): string {
  return attempts
    .flatMap(({ taskId, trial, lines }) =>
      lines.map((line) => `${JSON.stringify({ taskId, trial, answer: JSON.parse(line) })}\n`),
    )
    .join('');
}

/** The attempts of a run with stored answers; null if it has none. Throws `UserError` for an invalid file. */
export function readAnswers(resultsDir: string, runId: string): AttemptAnswers[] | null {
  const file = answersFileOf(resultsDir, runId);
  if (!existsSync(file)) return null;
  let text: string;
  try {
    text = gunzipSync(readFileSync(file), { maxOutputLength: mostBytes }).toString('utf8');
  } catch (error) {
    throw new UserError(`${file}: invalid gzip: ${error instanceof Error ? error.message : String(error)}`);
  }
  const attempts = new Map<string, AttemptAnswers>();
  for (const [index, line] of text.trimEnd().split('\n').entries()) {
    const { data } = Placed.safeParse(jsonOrUndefined(line));
    if (!data)
      throw new UserError(
        `${file}: line ${index + 1}: expected an object with taskId, trial and answer; found ${line.slice(0, 40)}`,
      );
    const { taskId, trial, answer } = data;
    const name = `${taskId}.${trial}`;
    const attempt = attempts.get(name) ?? { name, taskId, trial, lines: [] };
    attempt.lines.push(JSON.stringify(answer));
    attempts.set(name, attempt);
  }
  return [...attempts.values()];
}
