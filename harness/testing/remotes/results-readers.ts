import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { openCommitResults } from '../../../site/history/commit-results.ts';
import { readSiteHistory } from '../../publish/board/read-site-history.ts';
import { resultsHere } from '../../publish/gate/read-results.ts';
import { ResultsFileError } from '../../results/records/parse-json-file.ts';
import { historyIndex } from '../../results/records/read-history.ts';
import { readResultsFile } from '../../results/records/read-results-file.ts';
import { standingsOf } from '../../results/standings/standings.ts';
import type { Holder } from '../../results/verify/against-git/hold-results.ts';
import { fileContradictions } from '../../results/verify/run-contradictions.ts';

export type ReadMutation = { refused: boolean; mistakes: string[] };

/**
 * Writes a text in the place of a results file, hands it to everything that reads one, and says what of their answers
 * is no message: a fault without the file's name, one of several lines, a stack, another error than that of a results file.
 */
export function readMutation(root: string, sha: string, text: string, holder: Holder): ReadMutation {
  const results = path.join(root, 'results');
  const file = path.join(results, `${sha}.json`);
  writeFileSync(file, text);
  const mistakes: string[] = [];
  const judge = (who: string, read: () => string[]) => {
    try {
      const reasons = said(read).flatMap((line) => whyNoMessage(file, line));
      mistakes.push(...reasons.map((why) => `${who}: ${why}`));
    } catch (error) {
      mistakes.push(`${who}: ${error instanceof Error ? error.stack : error}`);
    }
  };
  const named = (faults: string[]) => faults.map((fault) => `${file}: ${fault}`);
  let refused = true;
  judge('check', () => {
    const content = readResultsFile(file);
    const faults = fileContradictions(content);
    refused = faults.length > 0;
    standingsOf([content], unknownOrigin);
    for (const run of content.runs) holder.hasOwnRecordings(content, run);
    return named([...faults, ...holder.faultsOf(file, content)]);
  });
  judge('gate', () =>
    resultsHere(root, path.relative(root, file)).failures.map((each) => `${root}/${each.file}: ${each.what}`),
  );
  const origins = { ...holder, gone: [], originOf: unknownOrigin };
  const quietly: [string, () => unknown][] = [
    ['historyIndex', () => historyIndex(results)],
    ['site', () => readSiteHistory(results, origins)],
    ['pages', () => openCommitResults(results)],
  ];
  for (const [who, read] of quietly)
    judge(who, () => {
      read();
      return [];
    });
  return { refused, mistakes };
}

const unknownOrigin = () => ({ attested: false, ownRecordings: null });

/** The lines of a fault, or those that are returned. */
function said(read: () => string[]): string[] {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ResultsFileError)) throw error;
    return error.message.split('\n');
  }
}

function whyNoMessage(file: string, line: string): string[] {
  if (!line.startsWith(`${file}: `))
    return [`a message without the name of the file: ${JSON.stringify(line)}`];
  if (/\p{Cc}/u.test(line))
    return [`a message of several lines, or with control characters: ${JSON.stringify(line)}`];
  return [];
}
