import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UserError } from '../../platform/errors/user-error.ts';
import { commitOf, gitIn } from '../../platform/git/git.ts';
import { givenSha256 } from '../../task/given.ts';
import { noPatternCheck, readTasks } from '../../task/read-tasks.ts';
import { suiteFileName } from '../../task/suite-folders.ts';

/**
 * Whether the title names exactly the tasks whose recordings or prompts differ between `base` and HEAD. Uncommitted work is
 * ignored. Throws `UserError` if `base` is not a commit.
 */
export async function checkRerecord({
  folder,
  base,
  title,
}: {
  folder: string;
  base: string;
  title: string;
}): Promise<{ lines: string[]; ok: boolean }> {
  const known = await commitOf(gitIn(folder), base);
  if (known === null) throw new UserError(`--base: got "${base}"; expected a commit of this clone`);
  const files = await changedFiles(folder, known);
  const taskOf = taskIn(await suiteFolders(folder, [known, 'HEAD']));
  const suites = await suitesOf(folder, taskOf, [known, 'HEAD']);
  const changed = [...recordingsOf(files), ...(await tasksGivenAnew(folder, taskOf, known, files))];
  return compareTitle(title, new Set(changed), suites);
}

/** Folders that are a suite in any of the commits. */
async function suiteFolders(folder: string, commits: readonly string[]): Promise<Set<string>> {
  const files = await Promise.all(commits.map((commit) => taskFilesAt(folder, commit)));
  return new Set(
    files.flat().flatMap((file) => {
      const [tasks, suite, name, ...deeper] = file.split('/');
      return tasks && suite && name === suiteFileName && deeper.length === 0 ? [suite] : [];
    }),
  );
}

/** The suite and the id of a task file; null for any other file. */
type TaskOf = (file: string) => { suite: string; id: string } | null;

function taskIn(suites: ReadonlySet<string>): TaskOf {
  return (file) => {
    const [, suite = '', id = ''] = /^tasks\/([^/]+)\/(?:.+\/)?([^/]+)\.(?:md|json)$/.exec(file) ?? [];
    return suites.has(suite) && id !== 'README' ? { suite, id } : null;
  };
}

/** `transcripts/<server>/<task>.jsonl` belongs to a task; any other file there is listed by its path. */
function recordingsOf(files: readonly string[]): string[] {
  return files.flatMap((file) => {
    const below = /^transcripts\/(.+)$/.exec(file)?.[1];
    if (below === undefined) return [];
    return [/^[^/]+\/([^/]+)\.jsonl$/.exec(below)?.[1] ?? below];
  });
}

async function tasksGivenAnew(
  folder: string,
  taskOf: TaskOf,
  base: string,
  files: readonly string[],
): Promise<string[]> {
  const ofTasks = files.filter((file) => taskOf(file) !== null);
  const [before, after] = await Promise.all([
    promptsAt(folder, taskOf, base, ofTasks),
    promptsAt(folder, taskOf, 'HEAD', ofTasks),
  ]);
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].filter((id) => before.get(id) !== after.get(id));
}

/** The digest of each task's prompt, by id; for a file that is not a task by today's schema, its whole text. */
async function promptsAt(
  folder: string,
  taskOf: TaskOf,
  commit: string,
  files: readonly string[],
): Promise<Map<string, string>> {
  const prompts = new Map<string, string>();
  const scratch = await mkdtemp(path.join(tmpdir(), 'contract-bench-prompts-'));
  try {
    for (const file of files) {
      const text = await gitIn(folder).ask('cat-file', 'blob', `${commit}:${file}`);
      const task = taskOf(file);
      if (text === null || task === null) continue;
      const copy = path.join(scratch, file);
      await mkdir(path.dirname(copy), { recursive: true });
      await writeFile(copy, text);
      const [read] = (await readTasks(copy, task.suite, noPatternCheck)).tasks;
      prompts.set(task.id, read ? givenSha256(read.task) : text);
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return prompts;
}

/** The ids of each suite's tasks, in any of the commits. */
async function suitesOf(
  folder: string,
  taskOf: TaskOf,
  commits: readonly string[],
): Promise<Map<string, Set<string>>> {
  const suites = new Map<string, Set<string>>();
  for (const commit of commits) {
    for (const file of await taskFilesAt(folder, commit)) {
      const task = taskOf(file);
      if (task) suites.set(task.suite, (suites.get(task.suite) ?? new Set()).add(task.id));
    }
  }
  return suites;
}

async function taskFilesAt(folder: string, commit: string): Promise<string[]> {
  return lines(await gitIn(folder).ask('ls-tree', '-r', '-z', '--name-only', commit, 'tasks'));
}

async function changedFiles(folder: string, base: string): Promise<string[]> {
  const range = [
    'diff-tree',
    '-r',
    '--name-only',
    '--no-renames',
    '-z',
    base,
    'HEAD',
    '--',
    'transcripts',
    'tasks',
  ];
  return lines(await gitIn(folder).ask(...range));
}

function lines(output: string | null): string[] {
  return (output ?? '').split('\0').filter(Boolean);
}

const pattern = /\[transcript-rerecord:([^\]]*)\]/g;

/**
 * A title lists what it re-records: `[transcript-rerecord: task-01-example-com-title, fixtures/*]`. `<suite>/*` stands for
 * every task of the suite, because a title has at most 256 characters.
 */
export function compareTitle(
  title: string,
  changed: ReadonlySet<string>,
  suites: ReadonlyMap<string, ReadonlySet<string>>,
): { lines: string[]; ok: boolean } {
  const named = new Set(namesIn(title).flatMap((word) => [...(ofSuite(word, suites) ?? [word])]));
  const unnamed = [...changed].filter((name) => !named.has(name)).sort();
  const untouched = [...named].filter((name) => !changed.has(name)).sort();
  const ok = unnamed.length === 0 && untouched.length === 0;
  if (ok) {
    const said = [...changed].sort().join(', ');
    return {
      lines: [said === '' ? 'no recording changed' : `re-recorded, as the title says: ${said}`],
      ok,
    };
  }
  return {
    lines: [
      ...unnamed.map((name) => `${name}: its recording or its prompt changed; the title does not name it`),
      ...untouched.map((name) => `${name}: the title names it, but it did not change`),
      changed.size === 0
        ? 'the title must name no task'
        : `the title must hold: [transcript-rerecord: ${shortest(changed, suites)}]`,
    ],
    ok,
  };
}

function namesIn(title: string): string[] {
  return [...title.matchAll(pattern)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  );
}

function ofSuite(
  word: string,
  suites: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> | undefined {
  return word.endsWith('/*') ? suites.get(word.slice(0, -2)) : undefined;
}

/** A completely changed suite is written as `<suite>/*`. */
function shortest(changed: ReadonlySet<string>, suites: ReadonlyMap<string, ReadonlySet<string>>): string {
  const whole = [...suites].filter(
    ([, tasks]) => tasks.size > 1 && [...tasks].every((task) => changed.has(task)),
  );
  const rest = [...changed].filter((name) => !whole.some(([, tasks]) => tasks.has(name)));
  return [...rest.sort(), ...whole.map(([suite]) => `${suite}/*`).sort()].join(', ');
}
