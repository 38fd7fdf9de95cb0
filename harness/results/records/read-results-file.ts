import { lstatSync } from 'node:fs';
import { basename } from 'node:path';
import * as z from 'zod';
import { parseAs, parseJson } from '../../platform/errors/json.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { readJson } from '../../platform/files/read-json.ts';
import { ResultsFile } from './result.ts';
import { liftV1 } from './v1/lift-v1.ts';
import { ResultsFileV1 } from './v1/results-v1.ts';

const AnyFile = z.looseObject({ schema: z.string() });

/** Reads and checks one results file; one of the first schema is lifted. Throws UserError. */
export function readResultsFile(file: string): ResultsFile {
  const fault = notAFile(file);
  if (fault !== null) throw new UserError(fault);
  const content = parseResults(file, readJson(file, AnyFile));
  const name = basename(file, '.json');
  if (name !== content.sha)
    throw new UserError(`${file}: sha: the file is named ${name} and says ${content.sha}`);
  const ids = content.runs.map(({ runId }) => runId);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new UserError(`${file}: runs: ${twice} is there twice`);
  return content;
}

/** The same of a text; `file` is only what a fault is named after. Throws UserError. */
export function parseResultsText(file: string, text: string): ResultsFile {
  return parseResults(file, parseJson(file, AnyFile, text));
}

/** `file` is only what a fault is named after. Throws UserError. */
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

/** Why what has the name of a results file is none: whoever opened a pipe would wait, and a link leads anywhere. */
export function notAFile(file: string): string | null {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found || found.isFile()) return null;
  const kind = found.isDirectory()
    ? 'a folder'
    : found.isSymbolicLink()
      ? 'a symbolic link'
      : 'no regular file';
  return `${file}: the whole: must be a file; found ${kind}`;
}
