import { appendFile } from 'node:fs/promises';
import { judgeVersion } from '../../judge/judge-version.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { type Git, gitIn } from '../../platform/git/git.ts';
import { isSet } from '../../platform/process/switches.ts';
import type { Project } from '../../platform/project.ts';
import { typedAs } from '../../platform/words/command-line.ts';
import { count } from '../../platform/words/format.ts';
import { thereIs } from '../../platform/words/known-names.ts';
import { customId, ownId, recordedServerId } from '../../results/records/custom-id.ts';
import { verifyFolder } from '../../results/verify/verify.ts';
import {
  askedBaseline,
  findBaseline,
  type GateServer,
  gateTasks,
  type Narrowing,
  recordedElsewhere,
} from './asked-baseline.ts';
import { compareWithBase, type GateComparison, slowdownFailures } from './compare-with-base.ts';
import { type Base, findBase } from './find-base.ts';
import { ofTree, runsOfFolder, runsOfState } from './find-runs.ts';
import { annotations, type GateReport, logLines, stepSummary } from './gate-report.ts';
import { historyFailures } from './history-failures.ts';
import { type GateFailure, type GateRun, gateKindOf, judgeGate, type SuiteJudgement } from './judge-gate.ts';

export type GateOptions = Narrowing & {
  /** Those that are known; another one can do every task. */
  servers: readonly GateServer[];
  /** What to compare with; null: see `findBase`; false: nothing. */
  base: string | false | null;
  /** The server whose replays are judged; null: that of the baseline. */
  server: string | null;
  /** The one that is judged where there is no baseline either. */
  usualServer: string;
  /** A file in place of the project's baseline. */
  baseline: string | null;
  /** The folder of a run, judged in place of `results/`, its saved facts too. */
  out: string | null;
  /** The user's own transcripts, looked at first. */
  transcripts: string | null;
  /** How many times as long as at the base the tasks may take; null: any. */
  maxSlowdown: number | null;
};

/**
 * Judges the replays of the current commit of a project. All failures at once; in GitHub Actions they
 * are annotations too, and the summary of the step says the same. Throws `UserError` where there is no base.
 */
export async function gate(
  options: GateOptions,
  project: Project,
  env: NodeJS.ProcessEnv,
): Promise<{ lines: string[]; passed: boolean; report: GateReport }> {
  const git = gitIn(project.root);
  const base = options.base === false ? null : await findBase(git, options.base, env);
  const report = await reportOf(options, project, git, base, env);
  if (env.GITHUB_STEP_SUMMARY) await appendFile(env.GITHUB_STEP_SUMMARY, stepSummary(report));
  const lines = [...logLines(report), ...(isSet(env.GITHUB_ACTIONS) ? annotations(report) : [])];
  return { lines, passed: report.failures.length === 0, report };
}

async function reportOf(
  options: GateOptions,
  project: Project,
  git: Git,
  base: Base | null,
  env: NodeJS.ProcessEnv,
): Promise<GateReport> {
  const { out, tasks: ownTasks } = options;
  const head = await git.ask('rev-parse', '--short', 'HEAD');
  if (head === null && out === null)
    throw new UserError(
      'gate: there is no commit here whose runs could be judged; judge a saved run with --out',
    );
  const read = await findBaseline(git, project, base, { named: options.baseline, tasks: ownTasks });
  const server = options.server ?? read.baseline?.server ?? options.usualServer;
  const listed = options.servers.find((each) => each.id === server || recordedServerId(each) === server);
  const cannot = listed?.cannot ?? {};
  const pinned = listed && 'package' in listed.origin ? listed.origin : null;
  const history = base ? await historyFailures(project, base) : { failures: [], notes: [] };
  const ownServer = !listed || 'command' in listed.origin;
  const played = { ...project, ownServer, out };
  const found = out ? await runsOfFolder(out) : await runsOfState(git, played, 'HEAD');
  // A command line stands under a name of its own, whatever its user called it.
  const ids = ownServer ? [server, customId(server)] : [server];
  const replays = found.runs.filter(
    ({ run }) => gateKindOf(run) !== null && ids.includes(run.config.server.id),
  );
  const runs = await ofTree(git, played, replays);
  const all = await gateTasks(project, { id: ownId(server), cannot }, options);
  const elsewhere = out ? recordedElsewhere(all, runs) : { tasks: all, notes: [] };
  const { tasks } = elsewhere;
  const { plays } = project;
  const asked = askedBaseline(read, tasks, { ...options, server, plays: ownTasks === null ? plays : null });
  const { baseline } = asked;
  const baselineFile = read.file;
  const suites = judgeGate({ baseline, baselineFile, server, tasks, runs, judge: judgeVersion, pinned });
  const judged = suites.flatMap((suite) => suite.judged);
  const baseRuns = base ? (await runsOfState(git, played, base.sha)).runs : [];
  const comparisons = suites.flatMap(
    ({ judged: [first] }) => (first && compareWithBase(first.run, baseRuns)) ?? [],
  );
  const facts = out ? await factsFailures({ out, tasks: ownTasks }, judged, project, env) : [];
  return {
    server,
    judged: out ?? (head === null ? 'a folder that is no git checkout' : `commit ${head}`),
    base: base ? `${base.name} (${base.sha.slice(0, 7)})` : 'nothing',
    suites,
    failures: unique([
      ...suites.flatMap((suite) => suite.failures),
      ...read.failures,
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
      ...asked.notes,
      ...elsewhere.notes,
      ...playedEarlier(judged, head),
      ...notesOf({ options, base, suites, comparisons, left: replays.length - runs.length }),
      ...history.notes,
    ],
  };
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
    ...unseen.map(({ run }) => `run ${run.runId}: its facts are not there, so that it cannot be verified`),
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
    ...(none
      ? [`nothing was played at this commit${options.out ? '' : `; play it: ${typedAs.replace(/ --$/, '')}`}`]
      : []),
    ...(left > 0 ? [`left out: ${count(left, 'run')} of another state of the tree`] : []),
    ...alone.map((suite) => `${suite}: the base commit has no results of the same comparability key`),
    ...(options.maxSlowdown === null ? ['times are reported and decide nothing; --max-slowdown would'] : []),
  ];
}

/** A run of a commit before this one is judged where nothing has changed that could change it. */
function playedEarlier(judged: readonly GateRun[], head: string | null): string[] {
  const shas = judged.flatMap(({ file }) => /([0-9a-f]{40,64})\.json$/.exec(file)?.[1] ?? []);
  return [...new Set(shas)]
    .filter((sha) => head === null || !sha.startsWith(head))
    .map(
      (sha) => `judged by what was played at ${sha.slice(0, 7)}: no change since then changes what is played`,
    );
}

/** It may have been renamed since the baseline was written. */
function unknownServer(file: string, server: string, known: readonly GateServer[]): string {
  const ids = known.map(recordedServerId);
  return `${file}: it is of the server ${server}, which neither the list nor a configuration has; where it has another name now, say that there: ${thereIs(server, ids)}`;
}

/** The same run may be found wanting twice: as one that is judged, and as a new one. */
function unique(failures: readonly GateFailure[]): GateFailure[] {
  return [...new Map(failures.map((each) => [JSON.stringify(each), each])).values()];
}
