import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../platform/errors/user-error.ts';
import { readResultsFile } from '../records/read-results-file.ts';
import type { Result } from '../records/result.ts';
import { differences, resultDifferences, show } from './differences.ts';
import { parseObject, type SavedRun } from './read-saved.ts';
import { episodeName } from './verify-episode.ts';

/** The results file of a commit as it is, its runs as they were read. */
export type CommittedFile = { name: string; runs: Record<string, unknown>[]; findings: string[] };

/** Null where there is none. What is wrong with one is a finding: it is what is to be verified. */
export async function readCommitted(
  resultsFolder: string,
  sha: string | null,
): Promise<CommittedFile | null> {
  const name = `${path.basename(resultsFolder)}/${sha}.json`;
  const file = path.join(resultsFolder, `${sha}.json`);
  const text = sha && (await readFile(file, 'utf8').catch(() => null));
  if (!text) return null;
  const parsed = parseObject(text);
  if ('why' in parsed) return { name, runs: [], findings: [`${name}: ${parsed.why}`] };
  const { runs } = parsed.value;
  return {
    name,
    runs: Array.isArray(runs) ? runs.filter((run) => run !== null && typeof run === 'object') : [],
    findings: faultsOf(file).map((fault) => fault.replace(file, name)),
  };
}

/** The committed run of the same id; else the one that the same run began for the suite, its id then a finding. */
export function findCommitted({ runs }: CommittedFile, { raw }: SavedRun): Record<string, unknown> | null {
  return (
    runs.find(({ runId }) => runId === raw.runId) ??
    runs.find(({ suite, startedAt }) => suite === raw.suite && startedAt === raw.startedAt) ??
    null
  );
}

/** Compares the two field by field, episodes in their order; names the task, and the clause where it is in one. */
export function compareCommitted(
  file: string,
  { raw }: SavedRun,
  committed: Record<string, unknown>,
): string[] {
  const { episodes, ...head } = raw;
  const { episodes: committedEpisodes, ...committedHead } = committed;
  const say = (what: string) => `${file}: run ${raw.runId}: ${what}`;
  const inHead = differences(committedHead, head).map(({ at, found, wanted }) =>
    say(`${at}: committed ${show(found)}, the saved run has ${show(wanted)}`),
  );
  const mine = listOf<Result>(episodes);
  const theirs = listOf<unknown>(committedEpisodes);
  const inEpisodes = Array.from({ length: Math.max(mine.length, theirs.length) }, (_, index) => {
    const own = mine[index];
    const task = own ? episodeName(own) : `episode ${index + 1}`;
    return resultDifferences(theirs[index], own, own?.verdict ?? null).map(({ at, found, wanted }) =>
      say(`${task}: ${at ? `${at}: ` : ''}committed ${show(found)}, the saved run has ${show(wanted)}`),
    );
  });
  return [...inHead, ...inEpisodes.flat()];
}

function faultsOf(file: string): string[] {
  try {
    readResultsFile(file);
    return [];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.message.split('\n');
  }
}

/** What is no list is compared as an empty one: each of the other's episodes is then missing. */
function listOf<T>(value: unknown): T[] {
  return Array.isArray(value) ? value : [];
}
