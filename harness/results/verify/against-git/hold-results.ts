import { digest } from '../../../platform/digest.ts';
import { oneLine } from '../../../platform/errors/one-line.ts';
import { type CommitHere, commitsHere } from '../../../platform/git/commits-here.ts';
import { gitIn } from '../../../platform/git/git.ts';
import { instanceIds } from '../../../task/instances-file.ts';
import { keyVersion } from '../../records/comparability-key.ts';
import { ownId } from '../../records/custom-id.ts';
import type { ResultsFile, Run } from '../../records/result.ts';
import { isReplay } from '../../records/run-facts.ts';
import { show } from '../differences.ts';
import {
  type CommitState,
  type CommitSuite,
  commitState,
  configCount,
  configObjects,
  type EarlierVersions,
  earlierVersions,
  type HeldProject,
  installedState,
  layoutOf,
  lostContradictions,
  recordsLost,
  statePaths,
} from './commit-state.ts';

/** Holds results files against each other and against git. */
export type Holder = {
  /** Takes a file for granted: what is asked for later may be no copy of it. */
  trust(file: string, content: ResultsFile): void;
  /** What contradicts another file that was handed in before, or git: `<run id>: <field>: why`. */
  faultsOf(file: string, content: ResultsFile): string[];
  /** The files below the results that the history of HEAD had and that are no longer here, and why each is missed. */
  gone: readonly { file: string; why: string }[];
  /** Why git could not be asked for all of it; null where it was. */
  notChecked(content: ResultsFile): string | null;
  /** Whether a run replayed other recordings than its commit has; null where that is not known or it replayed none. */
  hasOwnRecordings(content: Pick<ResultsFile, 'sha'>, run: Run): boolean | null;
};

export type HoldOptions = {
  /** In a checkout; null: nothing is held against git. */
  project: HeldProject | null;
  /** Of all files that will be asked for: git is asked once for all of them. */
  shas: readonly string[];
  nowMs: number;
};

/** A state, or why none is known. `isOfToday`: the configuration of its commit is that of today, and says where things lie. */
type Known = { state: CommitState; isOfToday: boolean } | { why: string };

/** Reads of git all that is needed, each state of the tree once however many commits have it. */
export async function holdResults({ project, shas, nowMs }: HoldOptions): Promise<Holder> {
  const git = project && gitIn(project.root);
  const layout = project && layoutOf(project);
  const here = git && layout && (await commitsHere(git, shas, statePaths(layout)));
  const installed = here && project ? await installedState(project) : null;
  const states = await readStates();
  const earlier: EarlierVersions = project && here?.whole ? await earlierVersions(project) : new Map();
  const lostRecords = project && here?.whole ? await recordsLost(project) : [];
  const copied = copyFinder();

  return {
    trust: (file, { runs }) => {
      for (const run of runs) copied(file, run);
    },
    faultsOf: (file, content) => {
      const commit = here?.commits.get(content.sha);
      const committedMs = commit ? Date.parse(commit.date) : null;
      const ofCommit = commit
        ? commitContradictions(content, commit, here?.whole ?? false)
        : noCommit(content);
      const ofRuns = content.runs.flatMap((run) =>
        [
          ...timeContradictions(run, { committedMs, nowMs }),
          ...(here ? copied(file, run) : []),
          ...(commit ? heldTo(run, commit).faults : []),
        ].map((what) => `${run.runId}: ${what}`),
      );
      const lost = lostContradictions(content, earlier.get(content.sha) ?? []);
      return [...ofCommit, ...ofRuns, ...lost].map(oneLine);
    },
    gone: [
      ...[...earlier].flatMap(([sha, versions]) =>
        shas.includes(sha)
          ? []
          : lostContradictions(null, versions).map((why) => ({ file: `${sha}.json`, why })),
      ),
      ...lostRecords.map((file) => ({ file, why: 'gone; the history of this repository has it' })),
    ],
    notChecked: ({ sha, runs }) => {
      if (!here) return 'there is no git checkout to hold it against';
      const commit = here.commits.get(sha);
      if (!commit) return 'its commit is not in this clone';
      return runs.flatMap((run) => heldTo(run, commit).unknown ?? [])[0] ?? null;
    },
    hasOwnRecordings: ({ sha }, run) => {
      const commit = here?.commits.get(sha);
      const known = commit && states.get(stateKey(commit));
      if (!known || 'why' in known || !isHeld(run) || isOfOtherPackage(run)) return null;
      const own = hasOwnRecordings(run, known.state);
      return own && !known.isOfToday ? null : own;
    },
  };

  /** What contradicts the tree of a commit, and why nothing or not all of it is known. */
  function heldTo(run: Run, commit: CommitHere): { faults: string[]; unknown: string | null } {
    const known = states.get(stateKey(commit));
    if (!known || !isHeld(run)) return { faults: [], unknown: null };
    if ('why' in known) return { faults: [], unknown: known.why };
    const other = isOfOtherPackage(run);
    const faults = stateContradictions(run, known.state, other);
    if (faults[0] && !known.isOfToday)
      return {
        faults: [],
        unknown: `its commit has another configuration than there is today (${faults[0]})`,
      };
    const played = `contract-bench ${run.environment.harness}`;
    const unknown = other ? `it was played with ${played}, and ${installed?.version} is installed` : null;
    return { faults, unknown };
  }

  /** What a run took of the package is known of the installed version alone. */
  function isOfOtherPackage({ environment }: Run): boolean {
    return installed !== null && environment.harness !== installed.version;
  }

  /** Of a shallow history it is not known which commits it has. */
  function noCommit({ sha }: ResultsFile): string[] {
    if (!here?.whole) return [];
    const next = `remove its results; if they are committed, with the trailer "Results-Withdrawn: ${sha}"`;
    return [
      `sha: ${sha} is in no branch or tag of this repository (amended, rebased or not pushed?); ${next}`,
    ];
  }

  async function readStates(): Promise<Map<string, Known>> {
    const read = new Map<string, Known>();
    if (!git || !project || !here) return read;
    const today = (await configObjects(git, project.root)).join();
    const isOfToday = ({ objects }: CommitHere) =>
      project.packaged === null || objects.slice(-configCount).join() === today;
    const left = [...new Map([...here.commits.values()].map((commit) => [stateKey(commit), commit]))];
    const work = async () => {
      for (let next = left.pop(); next; next = left.pop()) {
        const [key, commit] = next;
        const state = await commitState(git, commit.sha, layoutOf(project), installed);
        read.set(key, 'why' in state ? state : { state, isOfToday: isOfToday(commit) });
      }
    };
    await Promise.all(Array.from({ length: 4 }, work));
    return read;
  }
}

function stateKey({ objects }: CommitHere): string {
  return objects.join(' ');
}

/** A lifted run has the digests of its day, and a changed checkout is in no tree. */
function isHeld({ config, environment }: Run): boolean {
  return config.keyVersion === keyVersion && !environment.gitDirty;
}

/** Says of each run that it is handed whether one before it has its id, its artefacts or its measured times. */
function copyFinder(): (file: string, run: Run) => string[] {
  const seen = new Map<string, { file: string; runId: string }>();
  return (file, run) => {
    const { runId } = run;
    const traces = [
      ['its id', `id ${runId}`],
      ['its artefacts', run.artifactsSha256 && `artefacts ${run.artifactsSha256}`],
      ['its times to the millisecond', run.episodes.length > 1 && `times ${timesOf(run)}`],
    ] as const;
    const found = traces.flatMap(([what, trace]) => {
      if (!trace) return [];
      const other = seen.get(trace);
      if (!other) seen.set(trace, { file, runId });
      return other
        ? [`${what} ${what === 'its id' ? 'is that' : 'are those'} of run ${other.runId} in ${other.file}`]
        : [];
    });
    return found.slice(0, 1).map((why) => `a copy: ${why}`);
  };
}

function timesOf({ episodes }: Run): string {
  return digest(episodes.map(({ taskId, durationMs, phases }) => [taskId, durationMs, phases]));
}

/** A machine's clock may be ahead of another one's by so much. */
const skewMs = 5 * 60_000;

/** Where a results file says something else of its commit than git. A shallow clone knows not all parents. */
function commitContradictions({ commit }: ResultsFile, here: CommitHere, whole: boolean): string[] {
  const { date, subject, parents } = commit;
  const isSameInstant = date === null || Date.parse(date) === Date.parse(here.date);
  const wanted = here.subject.slice(0, 200);
  const isSameParents = parents.length === 0 || parents.join() === here.parents.join();
  return [
    ...(isSameInstant ? [] : [`commit.date: stored ${show(date)}, git has ${show(here.date)}`]),
    ...(subject === undefined || subject === wanted
      ? []
      : [`commit.subject: stored ${show(subject)}, git has ${show(wanted)}`]),
    ...(!whole || isSameParents
      ? []
      : [`commit.parents: stored ${show(parents)}, git has ${show(here.parents)}`]),
  ];
}

/** No run began before its commit was made, and none ends after now. */
function timeContradictions(
  { startedAt, durationMs }: Run,
  { committedMs, nowMs }: { committedMs: number | null; nowMs: number },
): string[] {
  const startMs = Date.parse(startedAt);
  const say = (what: string) => [`startedAt: ${show(startedAt)}, ${what}`];
  if (startMs + durationMs > nowMs + skewMs) return say('which with its duration is in the future');
  if (committedMs === null || startMs + skewMs >= committedMs) return [];
  return say(`before its commit was made, ${new Date(committedMs).toISOString()}`);
}

/**
 * Where a run says something else of what it played than the tree of its commit. A run of another schema is held to
 * nothing here, and one from a changed checkout, which no tree has, says so itself and stands nowhere.
 */
function stateContradictions(run: Run, state: CommitState, ofOtherPackage: boolean): string[] {
  const { config, suite: id, episodes } = run;
  const suite = state.suites.get(id);
  if (ofOtherPackage && (!suite || suite.ofPackage)) return [];
  if (!suite) {
    // A user's own tasks are of no edition.
    if (config.edition === null) return serverContradictions(run, state);
    return [
      `suite: the commit has none that is called ${show(id)}; it has ${[...state.suites.keys()].join(', ')}`,
    ];
  }
  return [
    ...differing('config.edition', config.edition, suite.edition),
    ...(isOfOtherWorlds(run, suite) ? [] : episodes).flatMap(({ taskId, taskSha256 }) => {
      const wanted = suite.taskSha256.get(taskId);
      if (wanted === undefined) return [`${taskId}: the suite has no such task at the commit`];
      return differing(`${taskId}: taskSha256`, taskSha256, wanted);
    }),
    ...(config.web === 'hermetic' && suite.web.sha256 !== null && !(ofOtherPackage && suite.web.ofPackage)
      ? differing('config.webSha256', config.webSha256, suite.web.sha256)
      : []),
    ...partContradictions(run, suite),
    ...limitContradictions(run, suite),
    ...(ofOtherPackage ? [] : recordingContradictions(run, state)),
    ...(ofOtherPackage ? [] : serverContradictions(run, state)),
  ];
}

/** Whether a run replayed other recordings than those of its commit; null where it replayed none. */
function hasOwnRecordings({ config, episodes }: Run, state: CommitState): boolean | null {
  if (!isReplay(config) || config.transcriptsSha256 === null) return null;
  const ids = [...new Set(episodes.map(({ taskId }) => taskId))];
  return config.transcriptsSha256 !== state.recordings(ownId(config.server.id), ids);
}

/** Recordings that are said to be the project's, and are not those of the commit. */
function recordingContradictions(run: Run, state: CommitState): string[] {
  if (run.config.recordings !== 'project' || !hasOwnRecordings(run, state)) return [];
  return ['config.recordings: stored "project", and the commit has others'];
}

/** Tasks that templates made on seeds that are not the edition's stand in no lock: who runs the templates can tell. */
function isOfOtherWorlds({ config: { worldSeeds } }: Run, { seeds }: CommitSuite): boolean {
  return worldSeeds !== null && seeds !== undefined && worldSeeds.join() !== seeds.join();
}

/** Whether all of the suite was played is computed and not believed. */
function partContradictions(run: Run, suite: CommitSuite): string[] {
  const { complete, config, episodes, notRun } = run;
  if (!complete || config.shard || isOfOtherWorlds(run, suite)) return [];
  const tasks = suite.tasks ?? instanceIds(suite);
  const played = new Set(episodes.map(({ taskId }) => taskId));
  const left = tasks.filter((id) => !played.has(id));
  const said = notRun?.map(({ taskId }) => taskId).sort() ?? [];
  if (notRun && said.join() !== [...left].sort().join())
    return [`notRun: stored ${said.join(', ') || 'none'}; not played were ${left.join(', ') || 'none'}`];
  if (left.length > 0 && config.partial === undefined)
    return [`config.partial: nothing, and ${left.length} of ${tasks.length} tasks were not played`];
  if (left.length === 0 && config.partial)
    return [`config.partial: true, and all ${tasks.length} tasks were played`];
  return [];
}

function limitContradictions({ config: { limits, web } }: Run, suite: CommitSuite): string[] {
  const allowed = suite.limits[web];
  return (['maxSteps', 'maxDurationMs'] as const).flatMap((name) =>
    limits[name] > allowed[name]
      ? [`config.limits.${name}: stored ${limits[name]}, the suite allows ${allowed[name]}`]
      : [],
  );
}

function serverContradictions({ config: { server } }: Run, state: CommitState): string[] {
  const pinned = server.package === null ? null : state.versionOf(server.package);
  return pinned === null ? [] : differing('config.server.version', server.version, pinned);
}

function differing(field: string, found: unknown, wanted: unknown): string[] {
  return found === wanted ? [] : [`${field}: stored ${show(found)}, the commit has ${show(wanted)}`];
}
