import { count } from '../../platform/words/format.ts';
import { ownOf } from '../../platform/words/known-names.ts';
import type { Result, Run } from '../../results/records/result.ts';
import { byStart } from '../../results/records/run-facts.ts';
import { howFar, whyNotPassed } from '../../results/records/why-not-passed.ts';
import { runContradictions } from '../../results/verify/run-contradictions.ts';

/** One reason for a failed gate. `file` is relative to the project; `task` is the failing task, if any. */
export type GateFailure = { file: string; task: string | null; title: string; what: string };

/** A task of a suite, and what is needed to play it on the server. */
export type GateTask = {
  id: string;
  suite: string;
  file: string;
  /** What its suite is gated by. */
  gate: GateKind;
  transcript: string;
  hasTranscript: boolean;
  /** Why the server cannot do it; null if it can. */
  cannot: string | null;
};

/** A run to be judged, and its file. */
export type GateRun = { file: string; run: Run };

export type SuiteJudgement = {
  suite: string;
  /** The newest run of the whole suite and later runs of single tasks; empty if none was played. */
  judged: GateRun[];
  required: number;
  passed: number;
  expected: number;
  pending: number;
  /** The required tasks that were played and did not pass. */
  failed: readonly string[];
  /** Tasks that the baseline excuses; `passes`: null if not played. */
  excused: readonly { id: string; why: string; passes: boolean | null }[];
  failures: GateFailure[];
};

/** `expected_pass_count`: how many tasks must pass according to an older baseline; null: the required tasks. */
export type AskedSuite = { expected_pass_count: number | null; required: readonly string[] };

/** What must pass on a server, by suite; includes suites whose tasks are all excused. */
export type Asked = {
  suites: Readonly<Record<string, AskedSuite>>;
  /** The server that the requirements were written for; null: each server must pass the tasks that it has recordings of. */
  ofServer: string | null;
  excused: ReadonlyMap<string, string>;
};

export type GateInput = {
  asked: Asked;
  baselineFile: string;
  server: string;
  tasks: readonly GateTask[];
  /** The server's runs at the judged commit, of the kinds that gates require. */
  runs: readonly GateRun[];
  judge: number;
  /** The required package of the server and its version; null for a server that is not an npm package. */
  pinned: { package: string; version: string } | null;
};

/** Judges a commit's replays by the baseline, suite by suite. Strict: a task passes only if it is known to have passed. */
export function judgeGate(input: GateInput): SuiteJudgement[] {
  return Object.keys(input.asked.suites).map((suite) => judgeSuite(suite, input));
}

function judgeSuite(suite: string, input: GateInput): SuiteJudgement {
  const { baselineFile, server } = input;
  const { ofServer, suites, excused: byName } = input.asked;
  const { expected_pass_count: asked, required } = ownOf(suites, suite) ?? {
    expected_pass_count: null,
    required: [],
  };
  const tasks = new Map(input.tasks.filter((task) => task.suite === suite).map((task) => [task.id, task]));
  // A task that another server cannot do is not a fault of a commit; the server of the baseline can do its tasks.
  const excused = required.filter((id) => server !== ofServer && tasks.get(id)?.cannot);
  const due = required.filter((id) => !excused.includes(id));
  const kinds = new Set([...tasks.values()].map(({ gate }) => gate));
  const judged = newestOf(
    input.runs.filter(({ run }) => {
      const kind = gateKindOf(run);
      return run.suite === suite && kind !== null && kinds.has(kind);
    }),
  );
  const pending = due.flatMap((id) => pendingFailures(id, tasks.get(id), judged, baselineFile));
  const failed = judged.flatMap(({ run }) =>
    run.episodes
      .filter(({ taskId, success }) => due.includes(taskId) && !success)
      .map((result) => ({
        ...episodeFailure(result, suite, tasks.get(result.taskId)?.file ?? baselineFile),
        task: result.taskId,
      })),
  );
  const passed = passedTasks(judged);
  const expected = asked === null ? due.length : Math.max(0, asked - excused.length);
  const short = {
    file: baselineFile,
    task: null,
    title: `${suite} below its baseline`,
    what: `${count(passed, 'task')} passed, expected_pass_count is ${expected}`,
  };
  return {
    suite,
    judged,
    required: due.length,
    passed,
    expected,
    pending: new Set(pending.map(({ task }) => task)).size,
    failed: [...new Set(failed.map(({ task }) => task))],
    excused: [...byName]
      .filter(([id]) => tasks.has(id) && !due.includes(id))
      .map(([id, why]) => ({ id, why, passes: passedIn(judged, id) })),
    failures: [
      ...failed,
      ...pending,
      ...(asked !== null && passed < expected ? [short] : []),
      ...judged.flatMap((each) => contradictionFailures(each, input)),
      ...judged.flatMap(freeServerFailures),
    ],
  };
}

/** A later run of single tasks does not replace the whole suite's run, but it counts too. */
function newestOf(runs: readonly GateRun[]): GateRun[] {
  const sorted = [...runs].sort((a, b) => byStart(a.run, b.run));
  const newestWhole = sorted.findLastIndex(({ run }) => run.config.partial === undefined);
  return newestWhole === -1 ? sorted : sorted.slice(newestWhole);
}

function pendingFailures(
  id: string,
  task: GateTask | undefined,
  judged: readonly GateRun[],
  baselineFile: string,
): GateFailure[] {
  const say = (file: string, what: string) => ({ file, task: id, title: `${id} pending`, what });
  if (!task) return [say(baselineFile, 'the baseline requires it, but this task does not exist')];
  const rows = judged.flatMap(({ run }) => run.episodes).filter(({ taskId }) => taskId === id);
  const trials = Math.max(1, ...judged.map(({ run }) => run.config.trials));
  const played = new Set(rows.map(({ trial }) => trial)).size;
  const unrecorded = !task.hasTranscript && task.gate !== 'oracle';
  const record = 'it has no transcript; record one with --record';
  return [
    ...(task.cannot ? [say(task.file, `the server cannot: ${task.cannot}`)] : []),
    ...(played === 0
      ? [
          unrecorded
            ? say(task.transcript, `it was not played at this commit because ${record}`)
            : say(task.file, 'it was not played at this commit'),
        ]
      : unrecorded
        ? [say(task.transcript, record)]
        : []),
    ...(played > 0 && played < trials ? [say(task.file, `${played} of ${trials} trials were played`)] : []),
  ];
}

function episodeFailure(result: Result, suite: string, file: string): GateFailure {
  const { taskId, trial, status } = result;
  const why = whyNotPassed(result) ?? 'its contract was not seen to hold';
  // A drift and an infrastructure error already say how far the episode got.
  const where = result.failedPostcondition ? `; ${howFar(result)}` : '';
  const name = trial === 1 ? taskId : `${taskId} (trial ${trial})`;
  return { file, task: taskId, title: `${name} ${status}`, what: `${suite}: ${status}: ${why}${where}` };
}

/** Number of tasks that passed in every trial, in each run that played them. */
function passedTasks(runs: readonly GateRun[]): number {
  const ids = new Set(runs.flatMap(({ run }) => run.episodes.map(({ taskId }) => taskId)));
  return [...ids].filter((id) => passedIn(runs, id)).length;
}

/** Null if no run played it. */
export function passedIn(runs: readonly GateRun[], id: string): boolean | null {
  const rows = runs.flatMap(({ run }) => run.episodes).filter(({ taskId }) => taskId === id);
  return rows.length === 0 ? null : rows.every(({ success }) => success);
}

function contradictionFailures({ file, run }: GateRun, { judge, pinned }: GateInput): GateFailure[] {
  const other =
    run.config.judge === judge
      ? []
      : [`config.judge: judged by version ${run.config.judge}, the judge is now ${judge}`];
  return contradictionsOf({ file, run }, [...other, ...versionFault(run, pinned)]);
}

function versionFault({ config: { server } }: Run, pinned: GateInput['pinned']): string[] {
  if (!pinned || (server.package === pinned.package && server.version === pinned.version)) return [];
  const found = `${server.package ?? 'no package'} ${server.version}`;
  return [`config.server: played on ${found}, pinned is ${pinned.package} ${pinned.version}`];
}

/** A CI service can be configured to allow namespaces; a person's machine may not allow them. */
function freeServerFailures({ file, run: { runId, config, environment } }: GateRun): GateFailure[] {
  if (!environment.ci || config.server.confined !== false) return [];
  const title = `run ${runId}: the server was not sandboxed`;
  const what = 'config.server.confined is false: allow user namespaces on this machine (docs/workflows.md)';
  return [{ file, task: null, title, what }];
}

/** The contradictions within a stored run, and `more`, each as a failure. */
export function contradictionsOf({ file, run }: GateRun, more: readonly string[] = []): GateFailure[] {
  return [...runContradictions(run), ...more].map((what) => ({
    file,
    task: run.episodes.find(({ taskId }) => what.startsWith(taskId))?.taskId ?? null,
    title: `run ${run.runId} does not agree with itself`,
    what,
  }));
}

/** What a gate requires, as the suite says: replays of committed transcripts, or the oracle's reference solutions. */
export type GateKind = 'transcripts' | 'oracle';

const adapterOf: Record<GateKind, string> = { transcripts: 'replay', oracle: 'oracle' };

/** The kind of a run that a gate can judge; null for other runs. */
export function gateKindOf({ config: { adapter, web, kind } }: Run): GateKind | null {
  if (web !== 'hermetic' || (kind !== 'replay' && kind !== 'oracle')) return null;
  if (adapter === adapterOf.transcripts) return 'transcripts';
  return adapter === adapterOf.oracle ? 'oracle' : null;
}
