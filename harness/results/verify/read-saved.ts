import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { type FieldIssue, fieldIssues, fieldName } from '../../platform/errors/describe-issues.ts';
import { jsonOrWhy } from '../../platform/errors/json.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { Run } from '../records/result.ts';
import { Observations, Trajectory } from '../score/trajectory.ts';
import { nameClause } from './differences.ts';

/** A run as it lies in a folder: what was read, and the Run that it is where it fits the schema. */
export type SavedRun = { name: string; raw: Record<string, unknown>; run: Run | null; faults: string[] };

const runFile = /^\d{8}T\d{6}Z-[^.]+\.json$/;

/** The runs of an out folder, by their start. Throws `UserError` where there is none, or one is no JSON. */
export async function readSavedRuns(folder: string, command = 'verify'): Promise<SavedRun[]> {
  const names = await readdir(folder).catch(() => {
    throw new UserError(`${command}: ${folder} is no folder; it must be the --out folder of a run`);
  });
  const files = names.filter((name) => runFile.test(name)).sort();
  if (files.length === 0)
    throw new UserError(
      `${command}: ${folder} holds no run (<run-id>.json); it must be the --out folder of a run`,
    );
  return Promise.all(
    files.map(async (name) => {
      const file = path.join(folder, name);
      const raw = parseObject(await readFile(file, 'utf8'));
      if ('why' in raw) throw new UserError(`${file}: must be the JSON of a run; found ${raw.why}`);
      const parsed = Run.safeParse(raw.value);
      const issues = parsed.error ? fieldIssues(parsed.error) : [];
      const faults = issues.map((issue) => runFault(issue, raw.value));
      if (raw.value.runId !== name.slice(0, -'.json'.length))
        faults.push(
          `run ${raw.value.runId}: runId: the file is named ${name}, and says ${JSON.stringify(raw.value.runId)}`,
        );
      return { name, raw: raw.value, run: parsed.data ?? null, faults };
    }),
  );
}

const Place = { runId: z.string(), suite: z.string(), taskId: z.string(), trial: z.int() };

export const FactsLine = z.strictObject({ ...Place, facts: Observations });
export type FactsLine = z.infer<typeof FactsLine>;

export const TrajectoryLine = z.strictObject({
  ...Place,
  shortestCalls: z.int().nullable(),
  retries: z.int().nonnegative().default(0),
  trajectory: Trajectory.omit({ observations: true }),
});
export type TrajectoryLine = z.infer<typeof TrajectoryLine>;

/** One line of a file that has one for each episode: what was read, and `line` where that fits the schema. */
export type SavedLine<T> = {
  number: number;
  raw: Record<string, unknown>;
  line: T | null;
  fault: string | null;
};

/** What is saved of the episodes of all runs in a folder. */
export type SavedLines = { facts: SavedLine<FactsLine>[]; trajectories: SavedLine<TrajectoryLine>[] };

export async function readSavedLines(folder: string): Promise<SavedLines> {
  return {
    facts: await readLines(path.join(folder, 'facts.jsonl'), FactsLine),
    trajectories: await readLines(path.join(folder, 'trajectories.jsonl'), TrajectoryLine),
  };
}

/** Every line that there is; none where there is no file. */
async function readLines<T>(file: string, schema: z.ZodType<T>): Promise<SavedLine<T>[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((each, index) => {
    const number = index + 1;
    const raw = parseObject(each);
    if ('why' in raw) return { number, raw: {}, line: null, fault: raw.why };
    const parsed = schema.safeParse(raw.value);
    const fault =
      (parsed.error && fieldIssues(parsed.error).map(({ field, message }) => `${field}: ${message}`)[0]) ??
      null;
    // The digests are of values; what a byte between them says is found here.
    const rewritten = JSON.stringify(raw.value) !== each ? 'other spaces or escapes' : null;
    return { number, raw: raw.value, line: parsed.data ?? null, fault: fault ?? rewritten };
  });
}

export function parseObject(text: string): { value: Record<string, unknown> } | { why: string } {
  const parsed = jsonOrWhy(text);
  if ('why' in parsed) return parsed;
  const { value } = parsed;
  if (value !== null && typeof value === 'object' && !Array.isArray(value))
    return { value: value as Record<string, unknown> }; // an object, by the check before
  return { why: 'no object' };
}

/** Names the task, and the clause, that the path leads to. */
function runFault(issue: FieldIssue, { runId, episodes }: Record<string, unknown>): string {
  const [head, index, ...rest] = issue.path;
  const result = head === 'episodes' && Array.isArray(episodes) ? episodes[Number(index)] : undefined;
  if (!result) return `run ${runId}: ${issue.field}: ${issue.message}`;
  return `run ${runId}: ${result.taskId}: ${nameClause(fieldName(rest), result.verdict)}: ${issue.message}`;
}
