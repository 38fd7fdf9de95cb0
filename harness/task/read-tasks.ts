import { statSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import matter from 'gray-matter';
import { fieldIssues } from '../platform/errors/describe-issues.ts';
import { UserError } from '../platform/errors/user-error.ts';
import { typedAs } from '../platform/words/command-line.ts';
import { taskSha256 } from './given.ts';
import { unfilledFields } from './new-task.ts';
import { type OwnOperators, readOwnOperators, withOwnOperators } from './own-operators.ts';
import { type LockedInstance, Task } from './task.ts';
import { type Mistake, stateMistakes, validateContract } from './validate-contract.ts';

/** A task with the rest of its file. `why` is the Markdown body; empty for a `.json` task. */
export type TaskFile = {
  file: string;
  suite: string;
  task: Task;
  why: string;
  taskSha256: string;
  /** The lock entry, if a template made the task. */
  instance?: LockedInstance;
};

/** One thing wrong with a file: the field by its path, what was found and what is allowed. */
export type FileMistake = {
  file: string;
  field: string;
  message: string;
  /** The suite of a task file, if the mistake concerns only that task. */
  taskOf?: string;
};

export type ReadTasks = { tasks: TaskFile[]; mistakes: FileMistake[] };

/**
 * Returns `null` if a pattern may be used, else why not. `checkPattern` for authors; `noPatternCheck` for files that
 * were checked before.
 */
export type PatternCheck = (pattern: string) => string | null;

export const noPatternCheck: PatternCheck = () => null;

/**
 * Reads one task file or all files of a folder (`.md` with front matter, or `.json`), and returns all mistakes.
 * Operators from an `operators.yaml` beside them are replaced by what they stand for.
 */
export async function readTasks(
  fileOrFolder: string,
  suite: string,
  checkPattern: PatternCheck,
): Promise<ReadTasks> {
  const files = await taskFiles(fileOrFolder);
  const folder = files[0] === fileOrFolder ? path.dirname(fileOrFolder) : fileOrFolder;
  const own = await readOwnOperators(folder);
  const read = await Promise.all(files.map((file) => readTask(file, suite, checkPattern, own.operators)));
  const tasks = read.flatMap(({ task }) => (task ? [task] : []));
  const ofTasks = read.flatMap((each) => each.mistakes.map((mistake) => ({ ...mistake, taskOf: suite })));
  return { tasks, mistakes: [...own.mistakes, ...ofTasks, ...duplicates(read)] };
}

export function duplicates(files: readonly { id: string | null; file: string }[]): FileMistake[] {
  const firstFile = new Map<string, string>();
  return files.flatMap(({ id, file }) => {
    if (id === null) return [];
    const first = firstFile.get(id);
    if (first === undefined) firstFile.set(id, file);
    if (first === undefined) return [];
    return [{ file, field: 'id', message: `duplicate id "${id}", also in ${first}; ids must be unique` }];
  });
}

/** Throws one `UserError` that lists every mistake. */
export function withoutMistakes({ tasks, mistakes }: ReadTasks): TaskFile[] {
  if (mistakes.length > 0) throw new UserError(mistakes.map(describeMistake).join('\n'));
  return tasks;
}

/** A task whose own file has a mistake, by its file's name. */
export type BrokenTask = { suite: string; id: string };

/**
 * The readable and the broken tasks. Throws one `UserError` that lists every mistake of a suite as a whole, and of
 * `needed` tasks. `note` is one line on the left-out files; null if there are none.
 */
export function soundTasks(
  { tasks, mistakes }: ReadTasks,
  needed: (task: BrokenTask) => boolean,
): { tasks: TaskFile[]; broken: BrokenTask[]; note: string | null } {
  const taskIn = ({ taskOf, file }: FileMistake): BrokenTask | null =>
    taskOf === undefined ? null : { suite: taskOf, id: idOfFile(file) };
  const isNeeded = (mistake: FileMistake) => {
    const task = taskIn(mistake);
    return task === null || needed(task);
  };
  withoutMistakes({ tasks, mistakes: mistakes.filter(isNeeded) });
  const byFile = new Map(mistakes.map((mistake) => [mistake.file, taskIn(mistake)]));
  const [first, ...others] = byFile.keys();
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return {
    tasks,
    broken: [...byFile.values()].filter((task) => task !== null),
    note: first === undefined ? null : `left out: ${first}${more}; to see the mistakes: ${typedAs} check`,
  };
}

/** A task has the name of its file. */
export function idOfFile(file: string): string {
  return path.basename(file).replace(/\.(md|json)$/, '');
}

export function describeMistake({ file, field, message }: FileMistake): string {
  return `${file}: ${field}: ${message}`;
}

/** Other files that may be beside tasks, such as the tool list of recordings. */
const noTasks = new Set(['README.md', 'tools.json']);

async function taskFiles(fileOrFolder: string): Promise<string[]> {
  const found = await stat(fileOrFolder).catch(() => null);
  if (!found)
    throw new UserError(
      `tasks: ${path.resolve(fileOrFolder)} does not exist; it must be a task file (.md, .json) or a folder of them`,
    );
  if (found.isFile()) return [fileOrFolder];
  const entries = await readdir(fileOrFolder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => /\.(md|json)$/.test(entry.name) && !noTasks.has(entry.name))
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => path.join(entry.parentPath, entry.name))
    // A broken link counts as an unreadable file.
    .filter((file) => !statSync(file, { throwIfNoEntry: false })?.isDirectory())
    .sort();
  if (files.length === 0) throw new UserError(`tasks: ${fileOrFolder} holds no task file (.md or .json)`);
  return files;
}

type OneRead = { file: string; id: string | null; task: TaskFile | null; mistakes: FileMistake[] };

async function readTask(
  file: string,
  suite: string,
  checkPattern: PatternCheck,
  operators: OwnOperators,
): Promise<OneRead> {
  const wrong = (field: string, message: string): OneRead => ({
    file,
    id: null,
    task: null,
    mistakes: [{ file, field, message }],
  });
  let text: string;
  try {
    text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    // Node's file errors have a code.
    return wrong('file', `cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  let spec: unknown;
  let why = '';
  try {
    if (file.endsWith('.json')) spec = JSON.parse(text);
    else ({ data: spec, content: why } = matter(text, matterOptions));
  } catch (error) {
    const kind = file.endsWith('.json') ? 'JSON' : 'YAML front matter';
    const said = yamlAdvice(error) ?? (error instanceof Error ? error.message.split('\n')[0] : String(error));
    return wrong(kind === 'JSON' ? 'file' : 'front matter', `must be ${kind}; found: ${said}`);
  }
  if (spec === null || typeof spec !== 'object' || Array.isArray(spec) || Object.keys(spec).length === 0) {
    return wrong('front matter', `must hold the fields of a task (${taskFields.join(', ')}); found none`);
  }
  const written = spec as Record<string, unknown>; // an object and no array, by the check above
  const own = withOwnOperators(written.success, operators);
  const fields = 'success' in written ? { ...written, success: own.contract } : written;
  const mistakes = [
    ...specMistakes(file, fields),
    ...(own.mistakes.length > 0
      ? contractFaults(file, own.mistakes)
      : contractMistakes(file, fields.success, checkPattern)),
    ...stateMistakes(fields).map(({ path: field, message }) => ({ file, field, message })),
    ...unfilledFields(fields).map(([field, text]) => ({
      file,
      field,
      message: `must be your own; found what new task wrote, "${text}"`,
    })),
  ];
  const id = typeof fields.id === 'string' ? fields.id : null;
  const name = idOfFile(file);
  if (id !== null && id !== name)
    mistakes.push({ file, field: 'id', message: `must be the file name "${name}"; found "${id}"` });
  const parsed = mistakes.length === 0 ? Task.safeParse(fields) : null;
  if (!parsed?.success) return { file, id, task: null, mistakes };
  const task = parsed.data;
  return { file, id, task: { file, suite, task, why: why.trim(), taskSha256: taskSha256(task) }, mistakes };
}

const refuseCode = () => {
  throw new Error('front matter must be YAML, not code');
};

// gray-matter would evaluate `---js` front matter. An options object also keeps it from caching a failed read.
const matterOptions = {
  engines: { js: refuseCode, javascript: refuseCode, coffee: refuseCode, coffeescript: refuseCode },
};

/** The contract has its own validation, with better messages than a union of schemas can give. */
const FileTask = Task.omit({ success: true, templateId: true });

const taskFields = [...Object.keys(FileTask.shape), 'success'];

function specMistakes(file: string, fields: Record<string, unknown>): FileMistake[] {
  const parsed = FileTask.safeParse(
    Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'success')),
  );
  return (parsed.error ? fieldIssues(parsed.error, { value: fields, allowed: allowedFields }) : []).map(
    ({ field, message }) => ({ file, field, message }),
  );
}

function allowedFields(at: readonly PropertyKey[]): string {
  return at.length === 0 ? taskFields.join(', ') : 'those that docs/benchmarks/episode-harness.md lists';
}

function contractMistakes(file: string, success: unknown, checkPattern: PatternCheck): FileMistake[] {
  if (success === undefined)
    return [{ file, field: 'success', message: 'a contract is required; found nothing' }];
  return contractFaults(file, validateContract(success, { checkPattern }));
}

function contractFaults(file: string, mistakes: readonly Mistake[]): FileMistake[] {
  return mistakes.map(({ path: at, message }) => ({ file, field: `success ${at}`, message }));
}

/** The position where js-yaml stopped; lines are counted from 0. */
type YamlError = { reason: string; mark: { line: number; buffer: string } };

/** The mistake in YAML, with a correction if one is known. Null for errors that are not from js-yaml. */
function yamlAdvice(error: unknown): string | null {
  if (!isYamlError(error)) return null;
  const lines = error.mark.buffer.replace(/\0$/, '').split('\n');
  const at = [error.mark.line, error.mark.line - 1].find((line) => adviceFor(lines[line] ?? '') !== null);
  const open = lines.findIndex((line) => opensQuote(line) !== null);
  if (/within a (single|double) quoted scalar/.test(error.reason) && open >= 0)
    return `line ${open + 1}: ${opensQuote(lines[open] ?? '')}`;
  if (at === undefined) return `line ${error.mark.line + 1}: ${error.reason}`;
  return `line ${at + 1}: ${adviceFor(lines[at] ?? '')}`;
}

function isYamlError(error: unknown): error is YamlError {
  if (!(error instanceof Error) || !('reason' in error) || !('mark' in error)) return false;
  const { mark } = error;
  return typeof mark === 'object' && mark !== null && 'line' in mark && 'buffer' in mark;
}

/** A field and its value; the value begins with neither a quote nor a character that is special in YAML. */
const plainField = /^(\s*(?:- )?[\w-]+: +)([^\s'"[{|>#].*)$/;

function adviceFor(line: string): string | null {
  const [, field = '', value = ''] = plainField.exec(line.trimEnd()) ?? [];
  const quoted = `write ${field.trim()} '${value.replaceAll("'", "''")}'`;
  if (/: |:$/.test(value)) return `a text with a colon in it needs quotes; ${quoted}`;
  if (/^[@`%*&!?,\]}]/.test(value)) return `a text that begins with ${value[0]} needs quotes; ${quoted}`;
  return null;
}

function opensQuote(line: string): string | null {
  const [, field = '', quote = ''] = /^\s*(?:- )?([\w-]+): +(["'])/.exec(line) ?? [];
  const rest = line.slice(line.indexOf(quote) + 1).replaceAll(quote === "'" ? "''" : '\\"', '');
  return quote === '' || rest.includes(quote)
    ? null
    : `${field}: the text opens with ${quote} and never ends with it`;
}
