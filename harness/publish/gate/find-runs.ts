import path from 'node:path';
import { UserError } from '../../platform/errors/user-error.ts';
import { isChanged, isSame, type Written, writtenPaths } from '../../platform/git/checkout.ts';
import { type Git, textAt } from '../../platform/git/git.ts';
import type { Project } from '../../platform/project.ts';
import {
  joined,
  parseResultsText,
  parseRunFile,
  readResultsFile,
  resultsFileOf,
  resultsFilesIn,
} from '../../results/records/read-history.ts';
import type { ResultsFile } from '../../results/records/result.ts';
import { readSavedRuns } from '../../results/verify/read-saved.ts';
import type { GateFailure, GateRun } from './judge-gate.ts';

export type FoundRuns = { runs: GateRun[]; failures: GateFailure[] };

/** The runs in `results/` of the commits at which the same would be played as at `ref`, and failures for unreadable files. */
export async function runsOfState(git: Git, project: GateProject, ref: string): Promise<FoundRuns> {
  const { root, results } = project;
  const shas = new Set(resultsFilesIn(results).map(({ sha }) => sha));
  const read = (await commitsOfSameState(git, project, ref, shas)).map((sha) => {
    const file = path.relative(root, resultsFileOf(results, sha));
    const { content, failures } = resultsHere(root, file);
    return { runs: content?.runs.map((run) => ({ file, run })) ?? [], failures };
  });
  return { runs: read.flatMap(({ runs }) => runs), failures: read.flatMap(({ failures }) => failures) };
}

/** The readable runs of an `--out` folder; verification reports the others. */
export async function runsOfFolder(out: string): Promise<FoundRuns> {
  const saved = await readSavedRuns(out);
  const runs = saved.flatMap(({ name, run }) => (run ? [{ file: path.join(out, name), run }] : []));
  return { runs, failures: [] };
}

/**
 * The runs that can belong to the tree as it is. A run from a commit does not belong to a tree that was changed since, and
 * a run from a changed tree does not belong to a commit.
 */
export async function ofTree(project: GateProject, runs: readonly GateRun[]): Promise<GateRun[]> {
  const isDirty = async (...paths: string[]) => (await isChanged(project.root, paths)) === true;
  if (await isDirty(...playedPaths(project))) return runs.filter(({ run }) => run.environment.gitDirty);
  const elsewhere = await isDirty('.', ...leftOut(project));
  return runs.filter(({ run }) => elsewhere || !run.environment.gitDirty);
}

/** A project's paths: what is played, and with what. */
export type GateProject = Written &
  Pick<Project, 'suites' | 'recordings' | 'webRoots'> & {
    /** Whether it is the project's own server, whose program may be anywhere. */
    ownServer: boolean;
    /** The folder of a run that is judged in place of `results/`. */
    out: string | null;
  };

/** Everything that can change how a replay ends: the harness, tasks and transcripts, and the packages. */
const usualPaths = ['harness', 'tasks', 'transcripts', 'package.json', 'package-lock.json'];

/**
 * The usual paths, and the project's configured paths, relative to it. With the project's own server: the whole checkout
 * except the outputs of runs and the documents at its root.
 */
function playedPaths(played: GateProject): string[] {
  const { root, suites, recordings, webRoots, ownServer } = played;
  if (ownServer) return [':/', ...leftOut(played), ':(top,exclude,glob)*.md'];
  const own = [...suites, ...recordings, ...webRoots]
    .map((folder) => path.relative(root, folder))
    .filter((folder) => folder !== '' && !folder.startsWith('..') && !folder.startsWith('node_modules'));
  return [...new Set([...usualPaths, ...own, ':(glob)contract-bench.config.*'])];
}

function leftOut(played: GateProject): string[] {
  return writtenPaths(played, played.out === null ? [] : [played.out]);
}

/**
 * The commits of `names` at which the same would be played as at `ref`: `ref` itself, and earlier commits since the last
 * change of what is played. So a change of a README or of results needs no new run.
 */
async function commitsOfSameState(
  git: Git,
  project: GateProject,
  ref: string,
  names: ReadonlySet<string>,
): Promise<string[]> {
  const paths = playedPaths(project);
  const changed = await git.ask('log', '-1', '--format=%H', ref, '--', ...paths);
  const later = await git.ask('rev-list', ref, ...(changed ? [`^${changed}`] : []));
  const commits = [...(later ?? '').split('\n'), changed ?? ''].filter((sha) => names.has(sha));
  const same: string[] = [];
  for (const sha of commits) {
    // A merge may have brought in commits of another state.
    if (await isSame(git, [sha, ref], paths)) same.push(sha);
  }
  return same;
}

/** The content, or the failures if it is unreadable: a gate must report a broken results file. */
export type ReadResults = { content: ResultsFile | null; failures: GateFailure[] };

/** Reads `file`, relative to `folder`, from the working tree. */
export function resultsHere(folder: string, file: string): ReadResults {
  const place = path.join(folder, file);
  return attempt(file, () => readResultsFile(place), `${place}: `);
}

/**
 * Reads a commit's results of `sha` below `folder`, in either form. `whose` names the commit in messages, `file` the results
 * here.
 */
export async function resultsAt(
  git: Git,
  commit: string,
  { whose, file, folder, sha }: { whose: string; file: string; folder: string; sha: string },
): Promise<ReadResults> {
  const text = await textAt(git, commit, `${folder}/${sha}.json`);
  const listed = await git.run(['ls-tree', '-z', commit, '--', `${folder}/${sha}/`]);
  const parts = await Promise.all(
    listed.split('\0').flatMap((line) => {
      const [, object = '', name = ''] = /^\S+ blob (\S+)\t(.+\.json\.gz)$/.exec(line) ?? [];
      return name === '' ? [] : [git.blob(object).then((bytes) => ({ name, bytes }))];
    }),
  );
  if (text === null && parts.length === 0) return { content: null, failures: [] };
  return attempt(file, () =>
    joined([
      ...(text === null ? [] : [parseResultsText(`${file} ${whose}`, text)]),
      ...parts.map(({ name, bytes }) => parseRunFile(name, bytes)),
    ]),
  );
}

function attempt(file: string, read: () => ResultsFile, prefix = ''): ReadResults {
  try {
    return { content: read(), failures: [] };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const failures = error.message.split('\n').map((what) => ({
      file,
      task: null,
      title: 'unreadable results',
      what: what.replace(prefix, ''),
    }));
    return { content: null, failures };
  }
}
