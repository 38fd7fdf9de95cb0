import { basename } from 'node:path';
import { parseJsonFile, ResultsFileError } from './parse-json-file.ts';
import { ResultsFile } from './result.ts';

/** Reads and checks one results file. Throws ResultsFileError. */
export function readResultsFile(file: string): ResultsFile {
  const content = parseJsonFile(file, ResultsFile);
  const name = basename(file, '.json');
  if (name !== content.sha)
    throw new ResultsFileError(`${file}: sha: the file is named ${name} and says ${content.sha}`);
  const ids = content.runs.map(({ runId }) => runId);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new ResultsFileError(`${file}: runs: ${twice} is there twice`);
  return content;
}
