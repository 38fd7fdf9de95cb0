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

/** Compares results files with each other and with git. */
export type Holder = {
  /** Registers a trusted file; files checked later must not be copies of it. */
  trust(file: string, content: ResultsFile): void;
  /** Contradictions with a file that was passed before, or with git: `<run id>: <field>: why`. */
  faultsOf(file: string, content: ResultsFile): string[];
  /** The files below the results that the history of HEAD has and that are missing, each with the reason. */
  gone: readonly { file: string; why: string }[];
  /** Why not everything could be compared with git; null if everything was. */
  notChecked(content: ResultsFile): string | null;
  /** Whether a run replayed recordings other than its commit's; null if this is unknown or it replayed none. */
  hasOwnRecordings(content: Pick<ResultsFile, 'sha'>, run: Run): boolean | null;
};

export type HoldOptions = {
  /** In a checkout; null: nothing is compared with git. */
  project: HeldProject | null;
  /** The commits of all files that will be checked, so that git is called once for all. */
  shas: readonly string[];
  nowMs: number;
};

/** A state, or why it is unknown. `isOfToday`: the commit has today's configuration, which sets the folders. */
type Known = { state: CommitState; isOfToday: boolean } | { why: string };

/** Reads everything needed from git; each state of the tree is read once, even if several commits share it. */
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
      if (!here) return 'no git checkout to compare with';
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

  /** Contradictions with the tree of a commit, and why the comparison is incomplete. */
  function heldTo(run: Run, commit: CommitHere): { faults: string[]; unknown: string | null } {
    const known = states.get(stateKey(commit));
    if (!known || !isHeld(run)) return { faults: [], unknown: null };
    if ('why' in known) return { faults: [], unknown: known.why };
    const other = isOfOtherPackage(run);
    const faults = stateContradictions(run, known.state, other);
    if (faults[0] && !known.isOfToday)
      return {
        faults: [],
        unknown: `the configuration of its commit differs from the current one (${faults[0]})`,
      };
    const played = `contract-bench ${run.environment.harness}`;
    const unknown = other ? `it was played with ${played}, but ${installed?.version} is installed` : null;
    return { faults, unknown };
  }

  /** Only the installed version of the package can be compared. */
  function isOfOtherPackage({ environment }: Run): boolean {
    return installed !== null && environment.harness !== installed.version;
  }

  /** A shallow history does not show which commits are missing. */
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

/** A run of the first schema has older digests, and a dirty checkout matches no tree. */
function isHeld({ config, environment }: Run): boolean {
  return config.keyVersion === keyVersion && !environment.gitDirty;
}

/** Returns a function that reports whether an earlier run has the id, artefacts or measured times of the given run. */
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

/** The maximum difference between the clocks of two machines. */
const skewMs = 5 * 60_000;

/** Differences between the commit in a results file and the commit in git. A shallow clone lacks some parents. */
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

/** A run must not begin before its commit was made, and must not end in the future. */
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
 * Differences between what a run states about its inputs and the tree of its commit. Runs of another schema are not
 * checked. A run from a dirty checkout matches no tree, is marked and is not ranked.
 */
function stateContradictions(run: Run, state: CommitState, ofOtherPackage: boolean): string[] {
  const { config, suite: id, episodes } = run;
  const suite = state.suites.get(id);
  if (ofOtherPackage && (!suite || suite.ofPackage)) return [];
  if (!suite) {
    // A user's own tasks have no edition.
    if (config.edition === null) return serverContradictions(run, state);
    return [`suite: got ${show(id)}; expected a suite of the commit: ${[...state.suites.keys()].join(', ')}`];
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

/** Whether a run replayed recordings other than its commit's; null if it replayed none. */
function hasOwnRecordings({ config, episodes }: Run, state: CommitState): boolean | null {
  if (!isReplay(config) || config.transcriptsSha256 === null) return null;
  const ids = [...new Set(episodes.map(({ taskId }) => taskId))];
  return config.transcriptsSha256 !== state.recordings(ownId(config.server.id), ids);
}

/** Recordings that are marked as the project's but differ from those of the commit. */
function recordingContradictions(run: Run, state: CommitState): string[] {
  if (run.config.recordings !== 'project' || !hasOwnRecordings(run, state)) return [];
  return ['config.recordings: stored "project", and the commit has others'];
}

/** Whether tasks were made with seeds other than the edition's; no lock file lists them. */
function isOfOtherWorlds({ config: { worldSeeds } }: Run, { seeds }: CommitSuite): boolean {
  return worldSeeds !== null && seeds !== undefined && worldSeeds.join() !== seeds.join();
}

/** Recomputes whether the whole suite was played. */
function partContradictions(run: Run, suite: CommitSuite): string[] {
  const { complete, config, episodes, notRun } = run;
  if (!complete || config.shard || isOfOtherWorlds(run, suite)) return [];
  const tasks = suite.tasks ?? instanceIds(suite);
  const played = new Set(episodes.map(({ taskId }) => taskId));
  const left = tasks.filter((id) => !played.has(id));
  const listed = notRun?.map(({ taskId }) => taskId).sort() ?? [];
  if (notRun && listed.join() !== [...left].sort().join())
    return [`notRun: stored ${listed.join(', ') || 'none'}; not played were ${left.join(', ') || 'none'}`];
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
