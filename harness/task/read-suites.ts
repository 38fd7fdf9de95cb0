import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fieldIssues } from '../platform/errors/describe-issues.ts';
import { readInstances } from './instances-file.ts';
import { duplicates, type FileMistake, type PatternCheck, type ReadTasks, readTasks } from './read-tasks.ts';
import { Suite } from './suite.ts';
import { type SuitePlaces, suiteFileName, suiteFoldersIn } from './suite-folders.ts';
import { townKindsIn } from './validate-contract.ts';
import { readYaml, type YamlDocument } from './yaml-document.ts';

/** A suite with its file, and the file with the place of a field (`<file>:<line>:<column>`). */
export type SuiteFile = {
  suite: Suite;
  file: string;
  placeOf(fieldPath: readonly PropertyKey[]): string;
};

export type ReadSuites = ReadTasks & { suites: SuiteFile[] };

/**
 * Reads every suite (each folder with a `suite.yaml`) with its tasks in the order of their file names. If two suites
 * have the same name, the earlier place wins. Suites are sorted by their step limit, highest first, then by id; they
 * are played and reported in this order.
 */
export async function readSuites(places: SuitePlaces, checkPattern: PatternCheck): Promise<ReadSuites> {
  const folders = suiteFoldersIn(places).filter((folder) => existsSync(path.join(folder, suiteFileName)));
  const first = new Map(folders.toReversed().map((folder) => [path.basename(folder), folder]));
  const read = await Promise.all(
    folders
      .filter((folder) => first.get(path.basename(folder)) === folder)
      .map((folder) => readSuite(folder, checkPattern)),
  );
  const ordered = read.sort((a, b) => order(a.suites[0]?.suite, b.suites[0]?.suite));
  const tasks = ordered.flatMap((each) => each.tasks);
  const ids = tasks.map(({ task, file }) => ({ id: task.id, file }));
  return {
    suites: ordered.flatMap(({ suites }) => suites),
    tasks,
    mistakes: [...ordered.flatMap(({ mistakes }) => mistakes), ...duplicates(ids)],
  };
}

/** By id, in their order. */
export function suitesIn({ suites }: Pick<ReadSuites, 'suites'>): ReadonlyMap<string, Suite> {
  return new Map(suites.map(({ suite }) => [suite.id, suite]));
}

function order(a: Suite | undefined, b: Suite | undefined): number {
  if (!a || !b) return Number(!a) - Number(!b);
  return b.limits.hermetic.maxSteps - a.limits.hermetic.maxSteps || (a.id < b.id ? -1 : 1);
}

async function readSuite(folder: string, checkPattern: PatternCheck): Promise<ReadSuites> {
  const file = path.join(folder, suiteFileName);
  const text = await readFile(file, 'utf8');
  const read = parseSuite(file, text);
  const id = path.basename(folder);
  const { tasks, mistakes } =
    'suite' in read && read.suite.templates
      ? await readInstances(folder, read.suite, checkPattern)
      : await readTasks(folder, id, checkPattern);
  if ('mistakes' in read) return { suites: [], tasks, mistakes: [...read.mistakes, ...mistakes] };
  const suite = { ...read, file };
  const isThere = (task: string) => existsSync(path.join(folder, `${task}.md`));
  return { suites: [suite], tasks, mistakes: [...mistakes, ...contradictions(suite, id, tasks, isThere)] };
}

function parseSuite(file: string, text: string): Omit<SuiteFile, 'file'> | { mistakes: FileMistake[] } {
  const document = readYaml(text);
  if ('mistakes' in document) {
    return {
      mistakes: document.mistakes.map(({ line, column, ...mistake }) => ({
        file: `${file}:${line}:${column}`,
        ...mistake,
      })),
    };
  }
  const placeOf = placesIn(file, document);
  const parsed = Suite.safeParse(document.value);
  if (parsed.success) return { suite: parsed.data, placeOf };
  const issues = fieldIssues(parsed.error, { value: document.value, allowed: allowedFields });
  const mistakes = issues.map(({ path: at, ...mistake }) => ({ file: placeOf(at), ...mistake }));
  return { mistakes };
}

function placesIn(file: string, { placeOf }: YamlDocument): SuiteFile['placeOf'] {
  return (fieldPath) => {
    const { line, column } = placeOf(fieldPath);
    return `${file}:${line}:${column}`;
  };
}

function allowedFields(at: readonly PropertyKey[]): string {
  if (at.length === 0) return Object.keys(Suite.shape).join(', ');
  return at.length === 1 ? 'hermetic, live' : 'maxSteps, maxDurationMs, maxUsd';
}

/**
 * Contradictions between a suite and its folder. A file that `isThere` but is not a valid task has mistakes of its own.
 */
function contradictions(
  { suite, placeOf }: SuiteFile,
  folder: string,
  tasks: ReadTasks['tasks'],
  isThere: (task: string) => boolean,
): FileMistake[] {
  const mistakes: FileMistake[] = [];
  if (suite.id !== folder)
    mistakes.push({
      file: placeOf(['id']),
      field: 'id',
      message: `must be the name of its folder, "${folder}"; found "${suite.id}"`,
    });
  if (!suite.tasks) return mistakes;
  const files = tasks.map(({ task }) => task.id);
  for (const [index, id] of suite.tasks.entries()) {
    const field = `tasks.${index}`;
    const place = placeOf(['tasks', index]);
    if (!files.includes(id) && !isThere(id))
      mistakes.push({
        file: place,
        field,
        message: `must be one of the tasks of the folder, ${files.join(', ')}; found "${id}"`,
      });
    if (suite.tasks.indexOf(id) < index)
      mistakes.push({ file: place, field, message: `found "${id}" twice` });
  }
  for (const { task, file } of tasks) {
    if (!suite.tasks.includes(task.id))
      mistakes.push({ file, field: 'id', message: `is in no list: add "${task.id}" to ${suiteFileName}` });
  }
  if (suite.vocabulary === 'openchrome')
    for (const { task, file } of tasks) {
      const found = townKindsIn(task.success).join(', ');
      const message = `must have no clause that the vocabulary openchrome does not have; found ${found}`;
      if (found !== '') mistakes.push({ file, field: 'success', message });
    }
  return mistakes;
}
