import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fieldIssues } from '../../platform/errors/describe-issues.ts';
import { oneLine } from '../../platform/errors/one-line.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { typedAs } from '../../platform/words/command-line.ts';
import { thereIs } from '../../platform/words/known-names.ts';
import { type SuitePlaces, suiteFoldersIn } from '../suite-folders.ts';
import { readYaml } from '../yaml-document.ts';
import { ReferenceSolution, verbs } from './walkthrough.ts';

const folderName = 'walkthroughs';

/** Null if no suite has one. Throws `UserError` for a file with a mistake. */
export async function readReferenceSolution(
  places: SuitePlaces,
  taskId: string,
): Promise<ReferenceSolution | null> {
  for (const suite of suiteFoldersIn(places)) {
    const file = path.join(suite, folderName, `${taskId}.yaml`);
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text !== null) return parseReferenceSolution(file, text);
  }
  return null;
}

/** Checks every reference solution of suites: their number, and their mistakes, including solutions without a task. */
export async function checkReferenceSolutions(
  places: SuitePlaces,
  taskIds: readonly string[],
): Promise<{ count: number; mistakes: string[] }> {
  const files = await Promise.all(
    suiteFoldersIn(places).map(async (suite) => {
      const folder = path.join(suite, folderName);
      return (await readdir(folder).catch(() => [])).sort().map((name) => path.join(folder, name));
    }),
  );
  const mistakes = await Promise.all(files.flat().map((file) => mistakesOf(file, taskIds)));
  return { count: mistakes.length, mistakes: mistakes.flat() };
}

async function mistakesOf(file: string, taskIds: readonly string[]): Promise<string[]> {
  const id = path.basename(file, '.yaml');
  // A task file that could not be read has mistakes of its own.
  const isThere = taskIds.includes(id) || existsSync(path.join(path.dirname(file), '..', `${id}.md`));
  if (!isThere)
    return [
      `${file}: got a reference solution of "${id}"; expected the id of a task; ${thereIs(id, taskIds, `${typedAs} list tasks`)}`,
    ];
  try {
    parseReferenceSolution(file, await readFile(file, 'utf8'));
    return [];
  } catch (error) {
    if (error instanceof UserError) return error.message.split('\n');
    throw error;
  }
}

/** Throws `UserError`, a line for each mistake: `<file>:<line>:<column>: <field>: ...`. */
export function parseReferenceSolution(file: string, text: string): ReferenceSolution {
  const document = readYaml(text);
  if ('mistakes' in document)
    throw new UserError(
      document.mistakes
        .map(({ line, column, field, message }) => `${file}:${line}:${column}: ${field}: ${message}`)
        .join('\n'),
    );
  const parsed = ReferenceSolution.safeParse(document.value);
  if (parsed.success) return parsed.data;
  const issues = fieldIssues(parsed.error, { value: document.value, allowed: allowedFields });
  throw new UserError(
    issues
      .map(({ path: at, field, message }) => {
        const { line, column } = document.placeOf(at);
        return `${file}:${line}:${column}: ${oneLine(`${field}: ${message}`)}`;
      })
      .join('\n'),
  );
}

/** The verbs of a step, or the fields of a verb. */
function allowedFields(at: readonly PropertyKey[]): string {
  if (at.length < 2) return Object.keys(verbs).join(', ');
  const schema = Object.entries(verbs).find(([verb]) => verb === at[1])?.[1];
  return schema && 'shape' in schema && at.length === 2
    ? Object.keys(schema.shape).join(', ')
    : 'role, name, label, nth, within, after';
}
