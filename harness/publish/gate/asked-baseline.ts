import { existsSync } from 'node:fs';
import path from 'node:path';
import { jsonOrUndefined } from '../../platform/errors/json.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { type Git, textAt } from '../../platform/git/git.ts';
import type { Project } from '../../platform/project.ts';
import { typedAs } from '../../platform/words/command-line.ts';
import { count } from '../../platform/words/format.ts';
import { ownOf } from '../../platform/words/known-names.ts';
import { Baseline, excusedOf, readBaseline, requiredBy } from '../../results/standings/baseline.ts';
import { readSuites, suitesIn } from '../../task/read-suites.ts';
import { idOfFile, noPatternCheck, readTasks, soundTasks } from '../../task/read-tasks.ts';
import type { Suite } from '../../task/suite.ts';
import { findTranscript } from '../../task/transcripts/transcript-files.ts';
import type { Base } from './find-base.ts';
import type { Asked, AskedSuite, GateFailure, GateRun, GateTask } from './judge-gate.ts';

/** The user's restrictions of what the baseline requires. */
export type Narrowing = {
  suites: readonly string[];
  taskIds: readonly string[];
  /** A folder of the user's own tasks, in place of the suites. */
  tasks: string | null;
};

/** The baseline as read; `null` without one, and then no task is excused. */
export type ReadBaseline = {
  /** Relative to the project, or as typed by the user. */
  file: string;
  /** The file's path for reading and writing. */
  place: string;
  baseline: Baseline | null;
  /** The baseline of the base commit; null if it has none. */
  before: Baseline | null;
  failures: GateFailure[];
};

/** Reads the baseline here and at the base; a removed baseline is a failure. `written`: the named file may not exist yet. */
export async function findBaseline(
  git: Git,
  project: Pick<Project, 'root' | 'results'>,
  base: Base | null,
  { named, tasks, written }: { named: string | null; tasks: string | null; written: boolean },
): Promise<ReadBaseline> {
  const none = { baseline: null, before: null, failures: [] };
  if (named !== null) {
    const isThere = existsSync(named) || !written;
    return { ...none, file: named, place: named, baseline: isThere ? readBaseline(named) : null };
  }
  const place = path.join(project.results, 'baseline.json');
  const file = path.relative(project.root, place);
  // A project's requirements cover its suites, not other tasks.
  if (tasks !== null) return { ...none, file, place };
  const say = (what: string) => loweredFailure(file, what);
  const text = base && (await textAt(git, base.sha, file));
  const before = text ? (Baseline.safeParse(jsonOrUndefined(text)).data ?? null) : null;
  const unreadable =
    text && !before ? [say('the baseline of the base cannot be read, so it cannot be compared')] : [];
  if (!existsSync(place)) {
    const failures = before ? [say('removed; the base has one')] : unreadable;
    return { file, place, baseline: before, before, failures };
  }
  return { file, place, baseline: readBaseline(place), before, failures: unreadable };
}

export function loweredFailure(file: string, what: string): GateFailure {
  return { file, task: null, title: 'the baseline was lowered', what };
}

/**
 * The requirements for a server: every recorded task of the played or named suites, except excused tasks, and the tasks that
 * an older baseline requires. Throws `UserError` if nothing is required.
 */
export function askedBaseline(
  { file, baseline }: Pick<ReadBaseline, 'file' | 'baseline'>,
  tasks: readonly GateTask[],
  {
    suites,
    taskIds,
    server,
    plays,
  }: Omit<Narrowing, 'tasks'> & { server: string; plays: readonly string[] | null },
): { asked: Asked; notes: string[] } {
  const known = [...new Set(tasks.map(({ suite }) => suite))];
  for (const suite of suites)
    if (!known.includes(suite))
      throw new UserError(`--suite: got "${suite}"; expected one of ${known.join(', ')}`);
  const stored = new Map(Object.entries(requiredBy(baseline)));
  const names = suites.length > 0 ? suites : [...new Set([...stored.keys(), ...playedSuites(tasks, plays)])];
  const ofNames = tasks.filter(({ suite }) => names.includes(suite));
  for (const id of taskIds)
    if (!ofNames.some((task) => task.id === id))
      throw new UserError(
        `--task: got "${id}"; expected a task of ${names.join(', ')}: ${ofNames.map((task) => task.id).join(', ')}`,
      );
  const excused = excusedOf(baseline, server);
  const unnamed: string[] = [];
  const asked = names.flatMap((suite): [string, AskedSuite][] => {
    const before = stored.get(suite);
    const ofSuite = tasks.filter((task) => task.suite === suite);
    const named = taskIds.filter((id) => ofSuite.some((task) => task.id === id));
    if (taskIds.length > 0)
      return named.length > 0 ? [[suite, { expected_pass_count: null, required: named }]] : [];
    const recorded = ofSuite.filter(({ hasTranscript, cannot }) => hasTranscript && cannot === null);
    const more = recorded.filter(({ id }) => !before?.required.includes(id)).map(({ id }) => id);
    unnamed.push(...more);
    const required = [...(before?.required ?? []), ...more.filter((id) => !excused.has(id))];
    const expected = before ? Math.max(before.expected_pass_count, required.length) : null;
    return before || recorded.length > 0 ? [[suite, { expected_pass_count: expected, required }]] : [];
  });
  if (asked.length === 0)
    throw new UserError(
      `gate: ${baseline ? `${file} requires nothing` : `${file} does not exist`}, and ${server} has no recording for ${names.join(', ') || 'any suite'}; choose another server with --server${baseline ? ` (or as the first in ${file})` : ''} or a folder of recordings with --transcripts, or record: ${typedAs} record --server ${server}`,
    );
  const isNarrow = suites.length > 0 || taskIds.length > 0;
  return {
    asked: {
      suites: Object.fromEntries(asked),
      ofServer: baseline && 'server' in baseline ? baseline.server : null,
      excused: taskIds.length > 0 ? new Map() : excused,
    },
    notes: [
      ...(stored.size > 0 && unnamed.length > 0 && !isNarrow
        ? [
            `${file} has the format v1 and does not list ${count(unnamed.length, 'recorded task')}, which must also pass: ${unnamed.join(', ')}; gate --write-baseline writes the format that excuses tasks by name`,
          ]
        : []),
      ...names
        .filter((suite) => !asked.some(([each]) => each === suite) && taskIds.length === 0)
        .map((suite) => `${suite}: nothing is required, because ${server} has no recording of it`),
    ],
  };
}

/** The suites that are played if the user names none. */
function playedSuites(tasks: readonly GateTask[], plays: readonly string[] | null): string[] {
  const own = tasks.filter(({ suite, gate }) => (plays ? plays.includes(suite) : gate === 'transcripts'));
  return [...new Set(own.map(({ suite }) => suite))];
}

/** A server for the gate: its origin, and the tasks that it cannot do, by id, with the reason. */
export type GateServer = {
  id: string;
  origin: { package: string; version: string } | object;
  cannot: Readonly<Record<string, string>>;
};

/**
 * Every task of the suites, or of the user's own `tasks`, and whether the server has a transcript of it. Throws `UserError`
 * for a broken task file with a transcript, because that task must pass. `note` reports the other broken files. `suites`:
 * all of the project, also those without a gate, which have no tasks here.
 */
export async function gateTasks(
  project: Project,
  { id: server, cannot }: Pick<GateServer, 'id' | 'cannot'>,
  { transcripts, tasks: own }: { transcripts: string | null; tasks: string | null },
): Promise<{ tasks: GateTask[]; suites: readonly Suite[]; note: string | null }> {
  const folders = [...(transcripts ? [transcripts] : []), ...project.recordings];
  const read = own
    ? { ...(await readTasks(own, 'custom', noPatternCheck)), suites: [] }
    : await readSuites(project.suites, noPatternCheck);
  const suites = suitesIn(read);
  const wrong = [...new Set(read.mistakes.map(({ file }) => idOfFile(file)))];
  const recorded = await Promise.all(wrong.map((id) => findTranscript(folders, server, id)));
  const { tasks: files, note } = soundTasks(read, ({ id }) => recorded[wrong.indexOf(id)] !== null);
  const gated = files.flatMap(({ file, suite, task: { id } }) => {
    const gate = suites.get(suite)?.gate ?? 'transcripts';
    return gate === 'none' ? [] : [{ file, suite, id, gate }];
  });
  const tasks = await Promise.all(
    gated.map(async ({ file, suite, id, gate }) => ({
      id,
      suite,
      file: path.relative(project.root, file),
      gate,
      transcript: path.join(path.relative(project.root, project.transcripts), server, `${id}.jsonl`),
      hasTranscript: (await findTranscript(folders, server, id)) !== null,
      cannot: ownOf(cannot, id) ?? null,
    })),
  );
  return { tasks, suites: [...suites.values()], note };
}

/** Marks tasks that other recordings than the project's have played: they do have a recording. */
export function recordedElsewhere(
  tasks: readonly GateTask[],
  runs: readonly GateRun[],
): { tasks: GateTask[]; notes: string[] } {
  const played = new Set(
    runs
      .filter(({ run }) => run.config.recordings === 'other')
      .flatMap(({ run }) => run.episodes.map(({ taskId }) => `${run.suite} ${taskId}`)),
  );
  const isElsewhere = ({ suite, id, hasTranscript }: GateTask) =>
    !hasTranscript && played.has(`${suite} ${id}`);
  const count = tasks.filter(isElsewhere).length;
  return {
    tasks: tasks.map((task) => (isElsewhere(task) ? { ...task, hasTranscript: true } : task)),
    notes: count === 0 ? [] : [`${count} tasks were played by recordings that are not the project's`],
  };
}
