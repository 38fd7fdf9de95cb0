import { lstatSync } from 'node:fs';
import path from 'node:path';
import { overlooked } from '../../platform/git/checkout.ts';
import { type Git, textAt } from '../../platform/git/git.ts';
import { commitOfPath, notAFile, resultsFileOf, resultsFilesIn } from '../../results/records/read-history.ts';
import type { ResultsFile, Run } from '../../results/records/result.ts';
import { gitOf, type HeldProject } from '../../results/verify/against-git/commit-state.ts';
import { holdResults } from '../../results/verify/against-git/hold-results.ts';
import { differences, nameClause, show } from '../../results/verify/differences.ts';
import { keptBeside } from '../../results/verify/event-contradictions.ts';
import { type Base, forkOf } from './find-base.ts';
import { resultsAt, resultsHere } from './find-runs.ts';
import { contradictionsOf, type GateFailure } from './judge-gate.ts';

/**
 * Failures in results files that differ from the base: changed or removed runs of the base, and contradictions within a file,
 * with another file or with git. `notes`: files that could not be checked against git.
 */
export async function historyFailures(
  project: HeldProject,
  base: Base,
): Promise<{ failures: GateFailure[]; notes: string[] }> {
  const odd = resultsFilesIn(project.results).flatMap(({ file }) => {
    const what = notAFile(file);
    const name = path.relative(project.root, file);
    const title = 'unreadable results';
    return what === null
      ? []
      : [{ file: name, task: null, title, what: what.replace(`${file}: `, '').replace(file, name) }];
  });
  const { files, failures } = await changedResults(project, base.sha);
  const held = await heldFailures(
    project,
    files.flatMap(({ file, now }) => (now ? [{ file, now }] : [])),
  );
  const beside = files.flatMap((file) => besideFailures(project, file));
  return {
    failures: [
      ...odd,
      ...failures,
      ...files.flatMap(keptRunsFailures),
      ...held.failures,
      ...beside.flatMap((each) => each.failures),
    ],
    notes: [...held.notes, ...beside.flatMap((each) => each.notes)],
  };
}

/** Failures in files beside the runs that are new against the base. */
function besideFailures(
  { root, results }: Pick<HeldProject, 'root' | 'results'>,
  { base, now }: ChangedFile,
): { failures: GateFailure[]; notes: string[] }[] {
  const before = new Set(base?.runs.map(({ runId }) => runId));
  return (now?.runs ?? [])
    .filter(({ runId }) => !before.has(runId))
    .map((run) => {
      const { file, faults, notes } = keptBeside(results, run);
      return {
        failures: faults.map((what) => ({
          file: path.relative(root, file),
          task: run.episodes.find(({ taskId }) => what.startsWith(taskId))?.taskId ?? null,
          title: `the events of run ${run.runId} contradict it`,
          what,
        })),
        notes: notes.map((note) => note.replace(`${root}${path.sep}`, '')),
      };
    });
}

async function heldFailures(
  project: HeldProject,
  changed: readonly { file: string; now: ResultsFile }[],
): Promise<{ failures: GateFailure[]; notes: string[] }> {
  if (changed.length === 0) return { failures: [], notes: [] };
  const shas = changed.map(({ now }) => now.sha);
  const holder = await holdResults({ project, shas, nowMs: Date.now() });
  for (const { sha, file } of resultsFilesIn(project.results)) {
    if (shas.includes(sha)) continue;
    // Faults in a file that the base also has were reported there.
    const { content } = resultsHere(project.root, path.relative(project.root, file));
    if (content) holder.trust(path.relative(project.root, file), content);
  }
  return {
    failures: changed.flatMap(({ file, now }) =>
      holder.faultsOf(file, now).map((what) => ({
        file,
        task:
          now.runs.flatMap(({ episodes }) => episodes).find(({ taskId }) => what.includes(`: ${taskId}: `))
            ?.taskId ?? null,
        title: 'results that contradict git or another file',
        what,
      })),
    ),
    notes: changed.flatMap(({ file, now }) => {
      const why = holder.notChecked(now);
      return why === null ? [] : [`not checked: ${file}: ${why}`];
    }),
  };
}

/** Files that are one record each: written once, under a unique name. */
const record = /^(skills\/(runs|entries)|attestations|episodes|pictures)\//;

/**
 * Every results file that differs from the base commit, read on both sides, and the failures so far: unreadable files, and
 * changed or removed records. Equal files are not opened.
 */
async function changedResults(
  project: HeldProject,
  base: string,
): Promise<{ files: ChangedFile[]; failures: GateFailure[] }> {
  const at = await gitOf(project);
  if (!at) return { files: [], failures: [] };
  const { git, home, folder } = at;
  const { root, results } = project;
  const fork = await forkOf(git, base);
  const failures: GateFailure[] = [];
  const files: ChangedFile[] = [];
  const read = new Set<string>();
  for (const known of await changedPaths(at, base)) {
    const place = path.join(home, known);
    const file = path.relative(root, place);
    const name = path.relative(results, place).split(path.sep).join('/');
    const sha = commitOfPath(name);
    if (sha !== null) {
      if (read.has(sha)) continue;
      read.add(sha);
      const own = resultsFileOf(results, sha);
      const file = path.relative(root, own);
      const now = isThere(own) ? resultsHere(root, file) : { content: null, failures: [] };
      const then = await resultsAt(git, base, { whose: 'of the base', file, folder, sha });
      const left =
        fork === null
          ? { content: null, failures: [] }
          : await resultsAt(git, fork, { whose: 'of the fork', file, folder, sha });
      failures.push(...now.failures, ...then.failures);
      // An unreadable file is already reported; its missing runs would be a second failure for the same cause.
      if (now.failures.length > 0) continue;
      const forkKnown = fork !== null && left.failures.length === 0;
      files.push({ file, base: then.content, now: now.content, fork: left.content, forkKnown });
      continue;
    }
    if (!record.test(name)) continue;
    const isOld = (await textAt(git, base, known)) !== null;
    if (isOld && (fork === null || (await textAt(git, fork, known)) !== null)) {
      const what = `${isThere(place) ? 'changed' : 'removed'}; the base has it`;
      failures.push({ file, task: null, title: 'a record of the base was changed or removed', what });
    }
  }
  return { files, failures };
}

/** Paths below the folder of the results that differ from the base or are untracked. */
async function changedPaths(
  { git, home, folder }: { git: Git; home: string; folder: string },
  base: string,
): Promise<string[]> {
  const listed = async (...args: string[]) => {
    const names = await git.ask(...args, '-z', '--', folder);
    // No output does not mean no change.
    if (names === null) throw new Error(`git ${args.join(' ')}: failed`);
    return names.split('\0').filter(Boolean);
  };
  const changed = await listed('diff', '--relative', '--no-renames', '--name-only', base);
  const unknown = await listed('ls-files', '--others');
  return [...new Set([...changed, ...unknown, ...(await overlooked(git, home, [folder]))])].sort();
}

/** Also true for a dangling link. */
function isThere(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

/** A results file that differs between both; null on the side where it is missing. */
export type ChangedFile = {
  file: string;
  base: ResultsFile | null;
  now: ResultsFile | null;
  /** The file where the branch left the base; null if it was missing then, or if that is unknown. */
  fork: ResultsFile | null;
  /** Whether the commit where the branch left the base is known. */
  forkKnown: boolean;
};

/**
 * Runs of the base that were changed or removed, and new runs that contradict themselves. A run that the base got after the
 * branch left it does not count as removed.
 */
export function keptRunsFailures({ file, base, now, fork, forkKnown }: ChangedFile): GateFailure[] {
  const found = new Map(now?.runs.map((run) => [run.runId, run]));
  const before = new Map(base?.runs.map((run) => [run.runId, run]));
  const here = new Set(fork?.runs.map(({ runId }) => runId));
  const kept = [...before.values()].flatMap((run) => {
    const other = found.get(run.runId);
    if (other) return changedRun(file, run, other);
    return forkKnown && !here.has(run.runId) ? [] : [goneRun(file, run)];
  });
  const { commit } = base ?? {};
  const head = commit && now ? differences(now.commit, commit, 'commit') : [];
  const fresh = [...found.values()].filter(({ runId }) => !before.has(runId));
  return [
    ...kept,
    ...head.map(({ at, found: is, wanted }) => ({
      file,
      task: null,
      title: 'results of the base were changed',
      what: `${at}: ${show(is)}, the base has ${show(wanted)}`,
    })),
    ...fresh.flatMap((run) => contradictionsOf({ file, run })),
  ];
}

function goneRun(file: string, { runId, suite }: Run): GateFailure {
  const what = `run ${runId} (${suite}) is missing; the base has it`;
  return { file, task: null, title: `run ${runId} is missing`, what };
}

/** Only the first differences are listed. */
const shown = 5;

function changedRun(file: string, wanted: Run, found: Run): GateFailure[] {
  const all = differences(found, wanted);
  return all.slice(0, shown).map((each, index) => {
    const { task, at } = placeOf(each.at, wanted);
    const more = index === shown - 1 && all.length > shown ? ` (and ${all.length - shown} more)` : '';
    return {
      file,
      task,
      title: `run ${wanted.runId} was changed`,
      what: `run ${wanted.runId}: ${at}: ${show(each.found)}, the base has ${show(each.wanted)}${more}`,
    };
  });
}

/** `episodes[2].verdict.clauses[1].outcome` with the names of task and clause. */
function placeOf(at: string, { episodes }: Run): { task: string | null; at: string } {
  const [, index, rest = ''] = /^episodes\[(\d+)\]\.?(.*)$/.exec(at) ?? [];
  const result = index === undefined ? undefined : episodes[Number(index)];
  if (!result) return { task: null, at };
  return { task: result.taskId, at: `${result.taskId}: ${nameClause(rest, result.verdict)}` };
}
