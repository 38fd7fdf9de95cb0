import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resultsFileOf, resultsFilesIn, storedResults } from '../../results/records/read-history.ts';
import type { ResultsFile, Run } from '../../results/records/result.ts';
import type { Origin } from '../../results/standings/standings.ts';
import type { HeldProject } from '../../results/verify/against-git/commit-state.ts';
import { holdResults } from '../../results/verify/against-git/hold-results.ts';
import { keptBeside } from '../../results/verify/event-contradictions.ts';
import { attestedSha256, publishingWorkflow, whyNotAttested } from '../attestation/attested.ts';
import { checkout, repositoryUrl, resultsDir } from './settings.ts';

/** The origin of results according to git and the attestations. */
export type Origins = {
  /** Why a results file is rejected, see `Holder`. */
  faultsOf(file: string, content: ResultsFile): string[];
  /** Missing files, each with the reason. */
  gone: string[];
  originOf(content: ResultsFile, run: Run): Origin;
};

/** Where results are, and what they are checked against. */
type Place = {
  /** Null: no check against git. */
  checkout: HeldProject | null;
  resultsDir: string;
  repositoryUrl: string | null;
};

/** Checks all results against git at once; by default, the results of the site. */
export async function openOrigins(place: Place = { checkout, resultsDir, repositoryUrl }): Promise<Origins> {
  const holder = await holdResults({
    project: place.checkout,
    shas: resultsFilesIn(place.resultsDir).map(({ sha }) => sha),
    nowMs: Date.now(),
  });
  return {
    faultsOf: (file, content) => [
      ...holder.faultsOf(file, content),
      ...content.runs.flatMap((run) => {
        const beside = keptBeside(place.resultsDir, run);
        return beside.faults.map((fault) => `${beside.file}: ${fault}`);
      }),
    ],
    gone: holder.gone.map(({ file, why }) => `${join(place.resultsDir, file)}: ${why}`),
    originOf: (content, run) => ({
      attested: isAttested(content, run, place),
      // If git cannot decide, the run's own record counts, but only to its disadvantage.
      ownRecordings:
        holder.hasOwnRecordings(content, run) ?? (run.config.recordings === 'other' ? true : null),
    }),
  };
}

/** A bundle signs the run in its file's form, so that file is read again, but only for runs that have a bundle. */
function isAttested({ sha }: ResultsFile, { runId }: Run, { resultsDir, repositoryUrl }: Place): boolean {
  const bundle = join(resultsDir, 'attestations', `${runId}.sigstore.json`);
  if (repositoryUrl === null || !existsSync(bundle)) return false;
  const stored: { runs: { runId: string }[] } = JSON.parse(storedResults(resultsFileOf(resultsDir, sha)));
  const run = stored.runs.find((each) => each.runId === runId);
  const signer = { workflow: publishingWorkflow(repositoryUrl) };
  return whyNotAttested(readFileSync(bundle, 'utf8'), attestedSha256(run), signer) === null;
}
