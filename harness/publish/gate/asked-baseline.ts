import { existsSync } from 'node:fs';
import path from 'node:path';
import { jsonOrUndefined } from '../../platform/errors/json.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { type Git, textAt } from '../../platform/git/git.ts';
import type { Project } from '../../platform/project.ts';
import { Baseline, loweredFrom, readBaseline } from '../../results/standings/baseline.ts';
import { readSuites, suitesIn } from '../../task/read-suites.ts';
import { noPatternCheck, readTasks, withoutMistakes } from '../../task/read-tasks.ts';
import { findTranscript } from '../../task/transcripts/transcript-files.ts';
import type { Base } from './find-base.ts';
import type { GateFailure, GateRun, GateTask } from './judge-gate.ts';

/** What the user asks of the gate in place of all that the baseline asks. */
export type Narrowing = {
  suites: readonly string[];
  taskIds: readonly string[];
  /** The user's own tasks, in place of the suites. */
  tasks: string | null;
};

/** A baseline as it was read, `null` where there is none: then the recordings say what must pass. */
export type ReadBaseline = {
  /** Relative to the project, in words of the user where he named it. */
  file: string;
  baseline: Baseline | null;
  failures: GateFailure[];
};

/** The baseline as it is here, and where it asks less than that of the base. */
export async function findBaseline(
  git: Git,
  project: Pick<Project, 'root' | 'results'>,
  base: Base | null,
  { named, tasks }: { named: string | null; tasks: string | null },
): Promise<ReadBaseline> {
  if (named !== null) return { file: named, baseline: readBaseline(named), failures: [] };
  const place = path.join(project.results, 'baseline.json');
  const file = path.relative(project.root, place);
  // What a project asks of its suites it asks of no other tasks.
  if (tasks !== null) return { file, baseline: null, failures: [] };
  const say = (what: string) => ({ file, task: null, title: 'the baseline was lowered', what });
  const text = base && (await textAt(git, base.sha, file));
  const before = text ? (Baseline.safeParse(jsonOrUndefined(text)).data ?? null) : null;
  const unreadable =
    text && !before ? [say('that of the base cannot be read, so nothing is known of it')] : [];
  if (!existsSync(place)) {
    const failures = before ? [say('removed; the base has one')] : unreadable;
    return { file, baseline: before, failures };
  }
  const baseline = readBaseline(place);
  const lowered = before ? loweredFrom(before, baseline).map(say) : [];
  return { file, baseline, failures: [...unreadable, ...lowered] };
}

/**
 * What is asked of a server: by the baseline, of a suite that it does not have by its recordings, all of which must pass.
 * Throws `UserError` where nothing is asked.
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
): { baseline: Baseline; notes: string[] } {
  const known = [...new Set(tasks.map(({ suite }) => suite))];
  for (const suite of suites)
    if (!known.includes(suite))
      throw new UserError(`--suite: unknown suite "${suite}"; there is ${known.join(', ')}`);
  const names =
    suites.length > 0 ? suites : baseline ? Object.keys(baseline.suites) : recordedSuites(tasks, plays);
  const ofNames = tasks.filter(({ suite }) => names.includes(suite));
  for (const id of taskIds)
    if (!ofNames.some((task) => task.id === id))
      throw new UserError(
        `--task: unknown task "${id}" in ${names.join(', ')}; there is ${ofNames.map((task) => task.id).join(', ')}`,
      );
  const byRecordings: string[] = [];
  const asked = names.flatMap((suite): [string, Baseline['suites'][string]][] => {
    const stored = baseline?.suites[suite];
    const recorded = tasks.filter(
      (task) => task.suite === suite && task.hasTranscript && task.cannot === null,
    );
    const whole = stored ?? {
      expected_pass_count: recorded.length,
      required: recorded.map(({ id }) => id),
    };
    const named = taskIds.filter((id) => tasks.some((task) => task.suite === suite && task.id === id));
    if (taskIds.length > 0)
      return named.length > 0 ? [[suite, { expected_pass_count: named.length, required: named }]] : [];
    if (!stored && recorded.length > 0) byRecordings.push(suite);
    return whole.required.length > 0 ? [[suite, whole]] : [];
  });
  if (asked.length === 0)
    throw new UserError(
      `gate: there is no ${file}, and no recording of ${server} of ${names.join(', ') || 'any suite'}; name them with --transcripts, or write them: npm run harness -- record --server ${server}`,
    );
  return {
    baseline: {
      schema: 'contract-bench.baseline.v1',
      server: baseline?.server ?? server,
      suites: Object.fromEntries(asked),
    },
    notes: byRecordings.map(
      (suite) =>
        `${suite}: ${file} asks nothing of it, so every task that ${server} has a recording of must pass`,
    ),
  };
}

/** As where nobody names a suite to be played. */
function recordedSuites(tasks: readonly GateTask[], plays: readonly string[] | null): string[] {
  const own = tasks.filter(({ suite, gate }) => (plays ? plays.includes(suite) : gate === 'transcripts'));
  return [...new Set(own.map(({ suite }) => suite))];
}

/** What of a server the gate must know: where it comes from, and the tasks that it cannot do, by id, with the reason. */
export type GateServer = {
  id: string;
  origin: { package: string; version: string } | object;
  cannot: Readonly<Record<string, string>>;
};

/** Every task of the suites, or of the user's own `tasks`, and whether the server has a transcript of it. Throws `UserError` for a broken task file. */
export async function gateTasks(
  project: Project,
  { id: server, cannot }: Pick<GateServer, 'id' | 'cannot'>,
  { transcripts, tasks: own }: { transcripts: string | null; tasks: string | null },
): Promise<GateTask[]> {
  const folders = [...(transcripts ? [transcripts] : []), ...project.recordings];
  const read = own
    ? { ...(await readTasks(own, 'custom', noPatternCheck)), suites: [] }
    : await readSuites(project.suites, noPatternCheck);
  const suites = suitesIn(read);
  const files = withoutMistakes(read);
  return Promise.all(
    files.map(async ({ file, suite, task: { id } }) => ({
      id,
      suite,
      file: path.relative(project.root, file),
      gate: suites.get(suite)?.gate ?? 'transcripts',
      transcript: path.join(path.relative(project.root, project.transcripts), server, `${id}.jsonl`),
      hasTranscript: (await findTranscript(folders, server, id)) !== null,
      cannot: cannot[id] ?? null,
    })),
  );
}

/** What was played by recordings from elsewhere has some, though they are not the project's. */
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
