import { basename } from 'node:path';
import * as z from 'zod';
import { parseAs, parseJsonFile, ResultsFileError } from './parse-json-file.ts';
import { ResultsFile } from './result.ts';
import { liftV1 } from './v1/lift-v1.ts';
import { ResultsFileV1 } from './v1/results-v1.ts';

const AnyFile = z.looseObject({ schema: z.string() });

/** Reads and checks one results file; one of the first schema is lifted. Throws ResultsFileError. */
export function readResultsFile(file: string): ResultsFile {
  const content = parseResults(file, parseJsonFile(file, AnyFile));
  const name = basename(file, '.json');
  if (name !== content.sha)
    throw new ResultsFileError(`${file}: sha: the file is named ${name} and says ${content.sha}`);
  const ids = content.runs.map(({ runId }) => runId);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new ResultsFileError(`${file}: runs: ${twice} is there twice`);
  return content;
}

/** `file` is only what a fault is named after. Throws ResultsFileError. */
function parseResults(file: string, json: z.infer<typeof AnyFile>): ResultsFile {
  return isFirst(json) ? liftV1(parseAs(file, ResultsFileV1, json)) : parseAs(file, ResultsFile, json);
}

/** A file whose schema was checked before. */
export function checkedResults(json: ResultsFile | ResultsFileV1): ResultsFile {
  return isFirst(json) ? liftV1(json) : json;
}

function isFirst(json: { schema: string }): json is ResultsFileV1 {
  return json.schema === ResultsFileV1.shape.schema.value;
}
