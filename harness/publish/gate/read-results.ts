import path from 'node:path';
import { UserError } from '../../platform/errors/user-error.ts';
import { parseResultsText, readResultsFile } from '../../results/records/read-history.ts';
import type { ResultsFile } from '../../results/records/result.ts';
import type { GateFailure } from './judge-gate.ts';

/** What was read, or why nothing could be: a broken results file is what a gate looks for. */
export type ReadResults = { content: ResultsFile | null; failures: GateFailure[] };

/** Reads `file`, relative to `folder`, as it lies there. */
export function resultsHere(folder: string, file: string): ReadResults {
  return attempt(file, () => readResultsFile(path.join(folder, file)), `${folder}/`);
}

/** Reads the text that a commit has of `file`; `whose` names the commit. */
export function resultsAt(whose: string, file: string, text: string | null): ReadResults {
  if (text === null) return { content: null, failures: [] };
  return attempt(file, () => parseResultsText(`${file} ${whose}`, text));
}

function attempt(file: string, read: () => ResultsFile, prefix = ''): ReadResults {
  try {
    return { content: read(), failures: [] };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const failures = error.message.split('\n').map((what) => ({
      file,
      task: null,
      title: 'results that cannot be read',
      what: what.replace(prefix, ''),
    }));
    return { content: null, failures };
  }
}
