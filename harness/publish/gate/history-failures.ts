import path from 'node:path';
import type { Git } from '../../platform/git/git.ts';
import type { Project } from '../../platform/project.ts';
import { notAFile, resultsFilesIn } from '../../results/records/read-history.ts';
import type { ResultsFile } from '../../results/records/result.ts';
import { holdResults } from '../../results/verify/against-git/hold-results.ts';
import { changedResults } from './changed-results.ts';
import type { Base } from './find-base.ts';
import type { GateFailure } from './judge-gate.ts';
import { keptRunsFailures } from './kept-runs.ts';
import { resultsHere } from './read-results.ts';

/**
 * What is wrong with the results files that are not as the base has them: runs of the base that are changed or gone,
 * and what contradicts itself, another file or git. `notes`: which could not be held against git.
 */
export async function historyFailures(
  git: Git,
  project: Pick<Project, 'root' | 'results'>,
  base: Base,
): Promise<{ failures: GateFailure[]; notes: string[] }> {
  const odd = resultsFilesIn(project.results).flatMap(({ file }) => {
    const what = notAFile(file);
    const name = path.relative(project.root, file);
    const title = 'results that cannot be read';
    return what === null ? [] : [{ file: name, task: null, title, what: what.replace(file, name) }];
  });
  const { files, failures } = await changedResults(git, project.root, base.sha);
  const held = await heldFailures(
    project,
    files.flatMap(({ file, now }) => (now ? [{ file, now }] : [])),
  );
  return {
    failures: [...odd, ...failures, ...files.flatMap(keptRunsFailures), ...held.failures],
    notes: held.notes,
  };
}

async function heldFailures(
  project: Pick<Project, 'root' | 'results'>,
  changed: readonly { file: string; now: ResultsFile }[],
): Promise<{ failures: GateFailure[]; notes: string[] }> {
  if (changed.length === 0) return { failures: [], notes: [] };
  const shas = changed.map(({ now }) => now.sha);
  const holder = await holdResults({ project, shas, nowMs: Date.now() });
  for (const { sha, file } of resultsFilesIn(project.results)) {
    if (shas.includes(sha)) continue;
    // What is wrong with a file that the base has too was its business.
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
