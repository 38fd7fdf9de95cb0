import { appendFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { judgeVersion } from '../../judge/judge-version.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { type Git, gitIn } from '../../platform/git/git.ts';
import { isSet } from '../../platform/process/switches.ts';
import type { Project } from '../../platform/project.ts';
import { typedAs } from '../../platform/words/command-line.ts';
import { count } from '../../platform/words/format.ts';
import { ownOf, thereIs } from '../../platform/words/known-names.ts';
import { customId, ownId, recordedServerId } from '../../results/records/custom-id.ts';
import {
  excusedOf,
  loweredFrom,
  reasonToWrite,
  serverOf,
  withExcused,
} from '../../results/standings/baseline.ts';
import { verifyFolder } from '../../results/verify/verify.ts';
import { uncheckedLines } from '../../task/pages/installed-pages.ts';
import type { Suite } from '../../task/suite.ts';
import {
  askedBaseline,
  findBaseline,
  type GateServer,
  gateTasks,
  loweredFailure,
  type Narrowing,
  type ReadBaseline,
  recordedElsewhere,
} from './asked-baseline.ts';
import { type Budgets, budgetFailures } from './budgets.ts';
import { answerNotes, compareAnswers, type SuiteAnswers } from './compare-answers.ts';
import { compareWithBase, type GateComparison, slowdownFailures } from './compare-with-base.ts';
import { type Base, findBase } from './find-base.ts';
import { ofTree, runsOfFolder, runsOfState } from './find-runs.ts';
import { annotations, type GateReport, logLines, stepSummary } from './gate-report.ts';
import { historyFailures } from './history-failures.ts';
import {
  type Asked,
  type GateFailure,
  type GateRun,
  type GateTask,
  gateKindOf,
  judgeGate,
  passedIn,
  type SuiteJudgement,
} from './judge-gate.ts';

export type GateOptions = Narrowing &
  Budgets & {
    /** Known servers; an unknown server counts as able to do every task. */
    servers: readonly GateServer[];
    /** The base to compare with; null: see `findBase`; false: no comparison. */
    base: string | false | null;
    /** The server whose replays are judged; null: the baseline's server. */
    server: string | null;
    /** The judged server if there is neither an option nor a baseline. */
    usualServer: string;
    /** A file in place of the project's baseline. */
    baseline: string | null;
    /** The folder of a run with its saved facts, judged in place of `results/`. */
    out: string | null;
    /** The user's own transcripts, which take precedence. */
    transcripts: string | null;
    /** Maximum ratio of the tasks' time to the base's; null: no limit. */
    maxSlowdown: number | null;
    /** Writes a baseline that excuses the current failures by name, with `reason` or a placeholder. */
    writeBaseline: boolean;
    reason: string | null;
  };

/**
 * Judges the replays of a project's current commit. Reports all failures at once; in GitHub Actions also as annotations and
 * in the summary of the step. Throws `UserError` if no base is found.
 */
export async function gate(
  options: GateOptions,
  project: Project,
  env: NodeJS.ProcessEnv,
): Promise<{ lines: string[]; annotations: string[]; passed: boolean; report: GateReport }> {
  const git = gitIn(project.root);
  const base = options.base === false ? null : await findBase(git, options.base, env);
  const first = await reportOf(options, project, git, base, env);
  const written = options.writeBaseline ? await writeBaseline(options, first) : [];
  const report = options.writeBaseline ? await reportOf(options, project, git, base, env) : first;
  if (env.GITHUB_STEP_SUMMARY) await appendFile(env.GITHUB_STEP_SUMMARY, stepSummary(report));
  return {
    lines: [...written, ...logLines(report)],
    annotations: isSet(env.GITHUB_ACTIONS) ? annotations(report) : [],
    passed: report.failures.length === 0,
    report,
  };
}

/** A report with the baseline that it was judged by. */
type Judged = GateReport & { baseline: ReadBaseline };

async function reportOf(
  options: GateOptions,
  project: Project,
  git: Git,
  base: Base | null,
  env: NodeJS.ProcessEnv,
): Promise<Judged> {
  const { out, tasks: ownTasks } = options;
  const head = await git.ask('rev-parse', '--short', 'HEAD');
  if (head === null && out === null)
    throw new UserError(
      'gate: this folder has no commit, so it has no runs to judge; judge a saved run with --out',
    );
  const named = { named: options.baseline, tasks: ownTasks, written: options.writeBaseline };
  const read = await findBaseline(git, project, base, named);
  const server = options.server ?? (read.baseline ? serverOf(read.baseline) : options.usualServer);
  const listed = options.servers.find((each) => each.id === server || recordedServerId(each) === server);
  const cannot = listed?.cannot ?? {};
  const pinned = listed && 'package' in listed.origin ? listed.origin : null;
  const history = base ? await historyFailures(project, base) : { failures: [], notes: [] };
  const ownServer = !listed || 'command' in listed.origin;
  const played = { ...project, ownServer, out };
  const found = out ? await runsOfFolder(out) : await runsOfState(git, played, 'HEAD');
  // A server from a command line has an id of its own, whatever name its user gave it.
  const ids = ownServer ? [server, customId(server)] : [server];
  const replays = found.runs.filter(
    ({ run }) => gateKindOf(run) !== null && ids.includes(run.config.server.id),
  );
  const runs = await ofTree(played, replays);
  const {
    tasks: all,
    suites: known,
    note,
  } = await gateTasks(project, { id: ownId(server), cannot }, options);
  const elsewhere = out ? recordedElsewhere(all, runs) : { tasks: all, notes: [] };
  const { tasks } = elsewhere;
  const { plays } = project;
  const { asked, notes } = askedBaseline(read, tasks, {
    ...options,
    server,
    plays: ownTasks === null ? plays : null,
  });
  const baselineFile = read.file;
  const suites = judgeGate({ asked, baselineFile, server, tasks, runs, judge: judgeVersion, pinned });
  const judged = suites.flatMap((suite) => suite.judged);
  const baseRuns = base ? (await runsOfState(git, played, base.sha)).runs : [];
  const comparisons = suites.flatMap(
    ({ judged: [first] }) => (first && compareWithBase(first.run, baseRuns)) ?? [],
  );
  const recordings = {
    folders: [...(options.transcripts ? [options.transcripts] : []), ...project.recordings],
    server: ownId(server),
    root: project.root,
  };
  const answers: SuiteAnswers[] = [];
  for (const suite of suites) {
    const then = comparisons.find((each) => each.suite === suite.suite)?.base.run ?? null;
    const compared = await compareAnswers(suite, recordings, then);
    if (compared) answers.push(compared);
  }
  const isNarrow = options.suites.length + options.taskIds.length > 0 || ownTasks !== null;
  const atBase = base ? await recordedAt(git, project, base.sha) : null;
  const facts = out ? await factsFailures({ out, tasks: ownTasks }, judged, project, env) : [];
  return {
    server,
    judged: out ?? (head === null ? 'a folder outside git' : `commit ${head}`),
    base: base ? `${base.name} (${base.sha.slice(0, 7)})` : 'nothing',
    suites,
    answers,
    baseline: read,
    toolList: judged.at(-1)?.run.config.server.toolList ?? null,
    failures: unique([
      ...suites.flatMap((suite) => suite.failures),
      ...read.failures,
      ...lowered(read, atBase, { tasks, baseRuns }),
      ...unwritten(read, server),
      ...(atBase && !isNarrow ? goneRecordings({ atBase, server, tasks, asked, project }) : []),
      ...lost(comparisons, asked, baselineFile),
      ...answers.flatMap(({ failures }) => failures),
      ...budgetFailures(options, { suites, answers }, baselineFile),
      ...found.failures,
      ...history.failures,
      ...facts,
      ...slowdowns(options.maxSlowdown, comparisons, { suites, baselineFile }),
    ]),
    comparisons,
    notes: [
      ...(options.server === null && read.baseline !== null && !listed
        ? [unknownServer(baselineFile, server, options.servers)]
        : []),
      ...(note === null ? [] : [note]),
      ...(await uncheckedLines(
        known.filter((suite) => isLeftOut(suite, options)),
        env,
      )),
      ...notes,
      ...excuses(suites, baselineFile),
      ...answerNotes(answers),
      ...elsewhere.notes,
      ...playedEarlier(judged, head),
      ...notesOf({ options, base, suites, comparisons, left: replays.length - runs.length }),
      ...history.notes,
    ],
  };
}

/** A suite that no run can fail here. One with a gate is judged by its stored runs, which need no pages. */
function isLeftOut({ id, gate }: Suite, { suites }: GateOptions): boolean {
  return gate === 'none' && (suites.length === 0 || suites.includes(id));
}

/** Writes the baseline with the current failures excused, and returns a line about it. Throws `UserError` if nothing was played. */
async function writeBaseline(
  { reason }: GateOptions,
  { server, suites, baseline }: Judged,
): Promise<string[]> {
  const { place, file } = baseline;
  if (suites.every(({ judged }) => judged.length === 0))
    throw new UserError(`--write-baseline: ${server} has no run at this commit; play it first`);
  const known = excusedOf(baseline.baseline, server);
  const failed = suites.flatMap((suite) => suite.failed);
  const content = withExcused(baseline.baseline, server, failed, reason ?? reasonToWrite);
  makeFolder(path.dirname(place));
  await writeFile(place, `${JSON.stringify(content, null, 2)}\n`);
  const added = failed.filter((id) => !known.has(id));
  const more = added.length === 0 ? 'no further task' : added.join(', ');
  const left = reason === null && added.length > 0 ? `; replace "${reasonToWrite}" by a reason for each` : '';
  return [`written: ${file}: excused for ${server}: ${more}${left}`];
}

type RecordedAt = (server: string) => readonly string[];

/** The tasks with a recording of a server at a commit, in the project's own folder. */
async function recordedAt(git: Git, { root, transcripts }: Project, sha: string): Promise<RecordedAt> {
  const folder = path.relative(root, transcripts);
  const listed = (await git.ask('ls-tree', '-r', '-z', '--name-only', sha, '--', folder)) ?? '';
  const names = listed.split('\0').map((name) => path.relative(folder, name).split(path.sep));
  return (server) =>
    names.flatMap(([of, name, ...deeper]) => {
      const id = name?.endsWith('.jsonl') && deeper.length === 0 ? name.slice(0, -'.jsonl'.length) : null;
      return id !== null && of === ownId(server) ? [id] : [];
    });
}

function lowered(
  { file, baseline, before, place }: ReadBaseline,
  recorded: RecordedAt | null,
  { tasks, baseRuns }: { tasks: readonly GateTask[]; baseRuns: readonly GateRun[] },
): GateFailure[] {
  // A baseline from a flag has no comparison, and a removed one is reported elsewhere.
  if (baseline === null || recorded === null || place === file || baseline === before) return [];
  const atBase = (server: string, id: string) => ({
    passed: passedIn(
      baseRuns.filter(({ run }) => gateKindOf(run) !== null && ownId(run.config.server.id) === ownId(server)),
      id,
    ),
    isRecorded: recorded(server).includes(id),
  });
  const isTask = (id: string) => tasks.some((task) => task.id === id);
  return loweredFrom(before, baseline, { atBase, isTask }).map((what) => loweredFailure(file, what));
}

function unwritten({ file, baseline }: ReadBaseline, server: string): GateFailure[] {
  return [...excusedOf(baseline, server)]
    .filter(([, why]) => why === reasonToWrite)
    .map(([task]) => ({
      file,
      task,
      title: `${task} is excused without a reason`,
      what: `excused.${task}: got "${reasonToWrite}"; expected the reason`,
    }));
}

/** A task is required only while it has a recording, so deleting the recording could hide a failure. */
function goneRecordings({
  atBase,
  server,
  tasks,
  asked,
  project,
}: {
  atBase: RecordedAt;
  server: string;
  tasks: readonly GateTask[];
  asked: Asked;
  project: Project;
}): GateFailure[] {
  const required = Object.values(asked.suites).flatMap((suite) => suite.required);
  return atBase(server)
    .filter((id) => !required.includes(id) && !asked.excused.has(id))
    .filter((id) => !tasks.some((task) => task.id === id && (task.hasTranscript || task.cannot !== null)))
    .map((task) => ({
      file: path.join(path.relative(project.root, project.transcripts), ownId(server), `${task}.jsonl`),
      task,
      title: `the recording of ${task} is gone`,
      what: 'the base has it: record it again, or excuse the task by name in the baseline',
    }));
}

/** Tasks that passed at the base and fail now, though nothing requires them. */
function lost(
  comparisons: readonly GateComparison[],
  { suites, excused }: Asked,
  file: string,
): GateFailure[] {
  return comparisons.flatMap(({ suite, run, base }) => {
    const ids = new Set(run.episodes.map(({ taskId }) => taskId));
    return [...ids]
      .filter((id) => !excused.has(id) && !ownOf(suites, suite)?.required.includes(id))
      .filter((id) => passedIn([base], id) && !passedIn([{ file, run }], id))
      .map((task) => ({
        file,
        task,
        title: `${task} passed at the base`,
        what: `${suite}: it passed in run ${base.run.runId} of the base, and does not pass now`,
      }));
  });
}

function excuses(suites: readonly SuiteJudgement[], file: string): string[] {
  return suites.flatMap(({ suite, excused }) =>
    excused.map(
      ({ id, why, passes }) =>
        `${suite}: ${id} is excused by ${file}: ${why}${passes ? '; it passes now, so remove the excuse' : ''}`,
    ),
  );
}

async function factsFailures(
  { out, tasks }: { out: string; tasks: string | null },
  judged: readonly GateRun[],
  project: Project,
  env: NodeJS.ProcessEnv,
): Promise<GateFailure[]> {
  const { findings, verified } = await verifyFolder({ project, folder: out, sha: null, tasks }, env);
  const known = new Set(verified.map(({ runId }) => runId));
  const unseen = judged.filter(({ run }) => !known.has(run.runId));
  return [
    ...findings,
    ...unseen.map(({ run }) => `run ${run.runId}: its facts are missing, so it cannot be verified`),
  ].map((what) => ({ file: out, task: null, title: 'saved facts do not agree', what }));
}

function slowdowns(
  most: number | null,
  comparisons: readonly GateComparison[],
  { suites, baselineFile }: { suites: readonly SuiteJudgement[]; baselineFile: string },
): GateFailure[] {
  if (most === null) return [];
  return comparisons.flatMap((each) => {
    const judged = suites.find(({ suite }) => suite === each.suite)?.judged[0];
    return slowdownFailures(each, most, judged?.file ?? baselineFile);
  });
}

function notesOf({
  options,
  base,
  suites,
  comparisons,
  left,
}: {
  options: GateOptions;
  base: Base | null;
  suites: readonly SuiteJudgement[];
  comparisons: readonly GateComparison[];
  left: number;
}): string[] {
  const compared = new Set(comparisons.map(({ suite }) => suite));
  const played = suites.filter(({ judged }) => judged.length > 0);
  const alone = played.filter(({ suite }) => base && !compared.has(suite)).map(({ suite }) => suite);
  const none = played.length === 0;
  return [
    ...(none ? [`no run at this commit${options.out ? '' : `; play: ${typedAs.replace(/ --$/, '')}`}`] : []),
    ...(left > 0 ? [`left out: ${count(left, 'run')} from another state of the tree`] : []),
    ...alone.map((suite) => `${suite}: the base commit has no results of the same comparability key`),
    ...(options.maxSlowdown === null
      ? ['times are reported but decide nothing; --max-slowdown sets a limit']
      : []),
  ];
}

/** A run of an earlier commit is judged if no change since then could change its result. */
function playedEarlier(judged: readonly GateRun[], head: string | null): string[] {
  const shas = judged.flatMap(({ file }) => /([0-9a-f]{40,64})(?:\.json)?$/.exec(file)?.[1] ?? []);
  return [...new Set(shas)]
    .filter((sha) => head === null || !sha.startsWith(head))
    .map((sha) => `judged by the run at ${sha.slice(0, 7)}: later commits do not change what is played`);
}

/** The server may have been renamed since the baseline was written. */
function unknownServer(file: string, server: string, known: readonly GateServer[]): string {
  const ids = known.map(recordedServerId);
  return `${file}: got the server ${server}, which is neither listed nor configured; if it was renamed, write its new name there: ${thereIs(server, ids)}`;
}

/** The same run can fail twice: as a judged run and as a new one. */
function unique(failures: readonly GateFailure[]): GateFailure[] {
  return [...new Map(failures.map((each) => [JSON.stringify(each), each])).values()];
}
