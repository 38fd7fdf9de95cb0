import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Git } from '../../platform/git/git.ts';
import { readSavedRuns } from '../../results/verify/read-saved.ts';
import type { GateFailure, GateRun } from './judge-gate.ts';
import { resultsHere } from './read-results.ts';
import { commitsOfSameState, leftOut, type Played, playedPaths } from './same-state.ts';

export type FoundRuns = { runs: GateRun[]; failures: GateFailure[] };

/** The runs in `results/` of the commits at which the same would be played as at `ref`, and what can't be read. */
export async function runsOfState(git: Git, project: Played, ref: string): Promise<FoundRuns> {
  const { root, results } = project;
  const folder = path.relative(root, results);
  const names = await readdir(results).catch(() => []);
  const shas = new Set(names.flatMap((name) => /^([0-9a-f]{40,64})\.json$/.exec(name)?.[1] ?? []));
  const read = (await commitsOfSameState(git, project, ref, shas)).map((sha) => {
    const file = path.join(folder, `${sha}.json`);
    const { content, failures } = resultsHere(root, file);
    return { runs: content?.runs.map((run) => ({ file, run })) ?? [], failures };
  });
  return { runs: read.flatMap(({ runs }) => runs), failures: read.flatMap(({ failures }) => failures) };
}

/** The runs of an `--out` folder that can be read; the others are findings of its verification. */
export async function runsOfFolder(out: string): Promise<FoundRuns> {
  const saved = await readSavedRuns(out);
  const runs = saved.flatMap(({ name, run }) => (run ? [{ file: path.join(out, name), run }] : []));
  return { runs, failures: [] };
}

/**
 * The runs that can be of the tree as it is: one played from a commit is none of a tree that was changed since, and
 * one played from a changed tree is none of a commit.
 */
export async function ofTree(git: Git, project: Played, runs: readonly GateRun[]): Promise<GateRun[]> {
  const isDirty = async (...paths: string[]) =>
    ((await git.ask('status', '--porcelain', '--', ...paths)) ?? '') !== '';
  if (await isDirty(...playedPaths(project))) return runs.filter(({ run }) => run.environment.gitDirty);
  const elsewhere = await isDirty('.', ...leftOut(project));
  return runs.filter(({ run }) => elsewhere || !run.environment.gitDirty);
}
