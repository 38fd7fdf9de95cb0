import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { digest } from '../../platform/digest.ts';
import { type FieldIssue, fieldIssues, fieldName } from '../../platform/errors/describe-issues.ts';
import { jsonOrWhy } from '../../platform/errors/json.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import type { Project } from '../../platform/project.ts';
import { readSuites } from '../../task/read-suites.ts';
import { noPatternCheck, readTasks, soundTasks } from '../../task/read-tasks.ts';
import type { Task } from '../../task/task.ts';
import { type Result, Run } from '../records/result.ts';
import type { Subject } from '../score/score-episode.ts';
import { emptyTrajectory, Observations, Trajectory } from '../score/trajectory.ts';
import { nameClause } from './differences.ts';

/** A run in a folder: the raw JSON, and the Run if it matches the schema. */
export type SavedRun = { name: string; raw: Record<string, unknown>; run: Run | null; faults: string[] };

/** The base name of an episode's files in an out folder. */
export function episodeName(taskId: string, trial: number): string {
  return trial === 1 ? taskId : `${taskId}.${trial}`;
}

/** The path of the end of a third-party agent's output in an episode, relative to the out folder. */
export function agentOutputPath(taskId: string, trial: number): string {
  return `agents/${episodeName(taskId, trial)}.txt`;
}

const runFile = /^\d{8}T\d{6}Z-[^.]+\.json$/;

/** The runs of an out folder, sorted by start. Throws `UserError` without a run, or for invalid JSON. */
export async function readSavedRuns(folder: string, command = 'verify'): Promise<SavedRun[]> {
  const names = await readdir(folder).catch(() => {
    throw new UserError(`${command}: not a folder: ${folder}; expected the --out folder of a run`);
  });
  const files = names.filter((name) => runFile.test(name)).sort();
  if (files.length === 0)
    throw new UserError(
      `${command}: ${folder} holds no run (<run-id>.json); expected the --out folder of a run`,
    );
  return Promise.all(
    files.map(async (name) => {
      const file = path.join(folder, name);
      const raw = parseObject(await readFile(file, 'utf8'));
      if ('why' in raw) throw new UserError(`${file}: got ${raw.why}; expected the JSON of a run`);
      const parsed = Run.safeParse(raw.value);
      const issues = parsed.error ? fieldIssues(parsed.error) : [];
      const faults = issues.map((issue) => runFault(issue, raw.value));
      if (raw.value.runId !== name.slice(0, -'.json'.length))
        faults.push(
          `run ${raw.value.runId}: runId: got ${JSON.stringify(raw.value.runId)}; expected the id in the file name, ${name}`,
        );
      return { name, raw: raw.value, run: parsed.data ?? null, faults };
    }),
  );
}

const Place = { runId: z.string(), suite: z.string(), taskId: z.string(), trial: z.int() };

export const FactsLine = z.strictObject({ ...Place, facts: Observations });
export type FactsLine = z.infer<typeof FactsLine>;

const TrajectoryLine = z.strictObject({
  ...Place,
  shortestCalls: z.int().nullable(),
  retries: z.int().nonnegative().default(0),
  trajectory: Trajectory.omit({ observations: true }),
});
type TrajectoryLine = z.infer<typeof TrajectoryLine>;

/** One line of a file with one line per episode: the raw JSON, and `line` if it matches the schema. */
export type SavedLine<T> = {
  number: number;
  raw: Record<string, unknown>;
  line: T | null;
  fault: string | null;
};

/** The saved lines of the episodes of all runs in a folder. */
export type SavedLines = { facts: SavedLine<FactsLine>[]; trajectories: SavedLine<TrajectoryLine>[] };

export async function readSavedLines(folder: string): Promise<SavedLines> {
  return {
    facts: await readLines(path.join(folder, 'facts.jsonl'), FactsLine),
    trajectories: await readLines(path.join(folder, 'trajectories.jsonl'), TrajectoryLine),
  };
}

/** All lines of the file; empty if the file is missing. */
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
    // Digests cover values only; changed bytes between values are found here.
    const rewritten = JSON.stringify(raw.value) !== each ? 'other spaces or escapes' : null;
    return { number, raw: raw.value, line: parsed.data ?? null, fault: fault ?? rewritten };
  });
}

export function parseObject(text: string): { value: Record<string, unknown> } | { why: string } {
  const parsed = jsonOrWhy(text);
  if ('why' in parsed) return parsed;
  const { value } = parsed;
  if (value !== null && typeof value === 'object' && !Array.isArray(value))
    return { value: value as Record<string, unknown> }; // the check before ensures an object
  return { why: 'not an object' };
}

/** Formats an issue with the task and the clause that its path leads to. */
function runFault(issue: FieldIssue, { runId, episodes }: Record<string, unknown>): string {
  const [head, index, ...rest] = issue.path;
  const result = head === 'episodes' && Array.isArray(episodes) ? episodes[Number(index)] : undefined;
  if (!result) return `run ${runId}: ${issue.field}: ${issue.message}`;
  return `run ${runId}: ${result.taskId}: ${nameClause(fieldName(rest), result.verdict)}: ${issue.message}`;
}

/** The saved data of one episode; null for missing parts. */
export type SavedEpisode = {
  facts: SavedLine<FactsLine> | null;
  steps: SavedLine<TrajectoryLine> | null;
  /** Facts and steps together; null if one of them is unreadable, or missing although required. */
  trajectory: Trajectory | null;
};

/**
 * Finds an episode's lines. If there are several because it was played again, takes the one that the result was judged
 * from, else the last.
 */
export function savedEpisode(
  { run, saved }: { run: Pick<Run, 'runId' | 'suite'>; saved: SavedLines },
  result: Result,
): SavedEpisode {
  const isOwn = ({ raw }: { raw: Record<string, unknown> }) =>
    raw.runId === run.runId &&
    raw.suite === run.suite &&
    raw.taskId === result.taskId &&
    raw.trial === result.trial;
  const ownFacts = saved.facts.filter(isOwn);
  const facts =
    ownFacts.find(({ line }) => line && digest(line.facts) === result.factsSha256) ?? ownFacts.at(-1) ?? null;
  const steps = saved.trajectories.findLast(isOwn) ?? null;
  return { facts, steps, trajectory: trajectoryOf(facts, steps, result) };
}

function trajectoryOf(
  facts: SavedEpisode['facts'],
  steps: SavedEpisode['steps'],
  { factsSha256, error }: Result,
): Trajectory | null {
  const isJudged = factsSha256 !== null;
  if (isJudged && !facts?.line) return null;
  const observations = facts?.line?.facts ?? null;
  if (steps) return steps.line && { ...steps.line.trajectory, observations };
  // The episode was given up before it began.
  if (isJudged || error === undefined) return null;
  return emptyTrajectory({ stop: 'tool_error', error });
}

/** The subject of a stored episode, for scoring it again. */
export function subjectOf(
  { trial, artifacts, retries }: Result,
  task: Task,
  { steps }: SavedEpisode,
): Subject {
  const shortestCalls = steps?.line?.shortestCalls ?? null;
  // For an episode that did not end, nothing else is saved.
  return { task, trial, artifacts, shortestCalls, retries: steps ? (steps.line?.retries ?? 0) : retries };
}

/** Makes the task of an instance again from its template, by id; null if no template has that id. */
export type MakeTask = (taskId: string) => Promise<Task | null>;

/**
 * The tasks that saved episodes are judged by: the user's own, or those of the project. For `played` tasks with seeds
 * of no suite, the tasks are made from templates if possible. Throws `UserError`.
 */
export async function readTasksById(
  project: Project,
  { tasks: own, makeTask }: { tasks: string | null; makeTask?: MakeTask },
  played: readonly { taskId: string; templateId: string }[],
): Promise<Map<string, Task>> {
  const read = own
    ? await readTasks(own, 'custom', noPatternCheck)
    : await readSuites(project.suites, noPatternCheck);
  const isPlayed = ({ id }: { id: string }) => played.some(({ taskId }) => taskId === id);
  const tasks = new Map(soundTasks(read, isPlayed).tasks.map(({ task }) => [task.id, task]));
  for (const { taskId, templateId } of own ? [] : played) {
    const isKnown = tasks.has(taskId) || taskId === templateId;
    const made = isKnown ? null : await makeTask?.(taskId);
    if (made) tasks.set(taskId, made);
  }
  return tasks;
}
