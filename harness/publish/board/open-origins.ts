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

/** Where results came from, as git and the attestations tell it. */
export type Origins = {
  /** Why a results file is refused, see `Holder`. */
  faultsOf(file: string, content: ResultsFile): string[];
  /** Files that are lost, in words. */
  gone: string[];
  originOf(content: ResultsFile, run: Run): Origin;
};

/** Where results lie, and what they are held against. */
type Place = {
  /** Null: git is not asked. */
  checkout: HeldProject | null;
  resultsDir: string;
  repositoryUrl: string | null;
};

/** Asks git about all results at once; those of the site where no others are named. */
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
      // Where git cannot tell, a run may say it of itself, to its disadvantage alone.
      ownRecordings:
        holder.hasOwnRecordings(content, run) ?? (run.config.recordings === 'other' ? true : null),
    }),
  };
}

/** The bundle is of the run as its file holds it, so that is read again: only a run that has a bundle. */
function isAttested({ sha }: ResultsFile, { runId }: Run, { resultsDir, repositoryUrl }: Place): boolean {
  const bundle = join(resultsDir, 'attestations', `${runId}.sigstore.json`);
  if (repositoryUrl === null || !existsSync(bundle)) return false;
  const stored: { runs: { runId: string }[] } = JSON.parse(storedResults(resultsFileOf(resultsDir, sha)));
  const run = stored.runs.find((each) => each.runId === runId);
  const signer = { workflow: publishingWorkflow(repositoryUrl) };
  return whyNotAttested(readFileSync(bundle, 'utf8'), attestedSha256(run), signer) === null;
}
