import { existsSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../platform/errors/user-error.ts';
import type { Project } from '../../platform/project.ts';
import { count } from '../../platform/words/count.ts';
import { eventsFileOf, keptEvents, readEvents } from '../../results/records/kept-events.ts';
import { readResultsFile, resultsFilesIn } from '../../results/records/read-history.ts';
import { readSkillRuns } from '../../results/records/read-skill-runs.ts';
import { readReferences } from '../../results/records/references.ts';
import { readBaseline } from '../../results/standings/baseline.ts';
import { holdResults } from '../../results/verify/against-git/hold-results.ts';
import { fileContradictions } from '../../results/verify/run-contradictions.ts';

export type CheckOutcome = { checked: string; mistakes: string[] };

/**
 * Every results file by its schema, against itself, against the others and against git; and what else is in the folder.
 * `notes` say which could not be held against git, and why.
 */
export async function checkResults(
  project: Pick<Project, 'checkout' | 'root' | 'results' | 'references'>,
  nowMs: number,
): Promise<CheckOutcome & { notes: string[] }> {
  const files = resultsFilesIn(project.results);
  const holder = await holdResults({ project, shas: files.map(({ sha }) => sha), nowMs });
  const mistakes: string[] = [];
  const notes: string[] = [];
  const attempt = (read: () => void) => {
    try {
      read();
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      mistakes.push(error.message);
    }
  };
  const kept = keptEvents(project.results);
  const unclaimed = new Set(kept.runIds);
  for (const { file } of files)
    attempt(() => {
      const content = readResultsFile(file);
      for (const run of content.runs)
        if (unclaimed.delete(run.runId)) attempt(() => readEvents(project.results, run));
      const faults = [...fileContradictions(content), ...holder.faultsOf(file, content)];
      mistakes.push(...faults.map((fault) => `${file}: ${fault}`));
      const why = holder.notChecked(content);
      if (why !== null) notes.push(`not checked: ${file}: ${why}`);
    });
  mistakes.push(...holder.gone.map(({ sha, why }) => `${path.join(project.results, sha)}.json: ${why}`));
  // Whose events they are is not known where a results file could not be read.
  const isAllRead = mistakes.length === 0;
  const strays = [...[...unclaimed].map((runId) => eventsFileOf(project.results, runId)), ...kept.strays];
  if (isAllRead)
    mistakes.push(...strays.map((file) => `${file}: file name: must be <run>.jsonl.gz of a run in results/`));
  // What this repository states of others and asks of itself; who uses the package need not.
  const stated = (file: string, read: (file: string) => unknown) => {
    if (project.checkout !== null || existsSync(file)) attempt(() => read(file));
  };
  stated(project.references, readReferences);
  attempt(() => {
    for (const { file, noResult } of readSkillRuns(path.join(project.results, 'skills', 'runs')))
      if (noResult !== null) mistakes.push(`${file}: is no result: ${noResult}`);
  });
  stated(path.join(project.results, 'baseline.json'), readBaseline);
  return {
    checked: `${count(files.length, 'results file')}, ${count(kept.runIds.length, 'file')} of events, references`,
    mistakes,
    notes,
  };
}
