import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UserError } from '../errors/user-error.ts';
import { commitOf, gitIn } from '../git/git.ts';
import { givenSha256 } from '../task/given.ts';
import { noPatternCheck, readTasks, suiteNames } from '../task/read-tasks.ts';
import { compareTitle } from './rerecord-title.ts';

/**
 * Whether the title names exactly the tasks whose recordings, or what they give the agent, are other at HEAD than at
 * `base`. Work that is not committed is not looked at. Throws `UserError` where `base` is no commit.
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
  if (known === null) throw new UserError(`--base: found "${base}"; it must name a commit of this clone`);
  const files = await changedFiles(folder, known);
  const suites = await suitesOf(folder, [known, 'HEAD']);
  const changed = [...recordingsOf(files), ...(await tasksGivenAnew(folder, known, files))];
  return compareTitle(title, new Set(changed), suites);
}

const taskFile = new RegExp(`^tasks/(${suiteNames.join('|')})/(?:.+/)?([^/]+)\\.(?:md|json)$`);

/** `transcripts/<server>/<task>.jsonl` is of a task; any other file there is named by its path. */
function recordingsOf(files: readonly string[]): string[] {
  return files.flatMap((file) => {
    const below = /^transcripts\/(.+)$/.exec(file)?.[1];
    if (below === undefined) return [];
    return [/^[^/]+\/([^/]+)\.jsonl$/.exec(below)?.[1] ?? below];
  });
}

async function tasksGivenAnew(folder: string, base: string, files: readonly string[]): Promise<string[]> {
  const ofTasks = files.filter((file) => taskFile.test(file));
  const [before, after] = await Promise.all([
    promptsAt(folder, base, ofTasks),
    promptsAt(folder, 'HEAD', ofTasks),
  ]);
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].filter((id) => before.get(id) !== after.get(id));
}

/** The digest of each task's prompt, by id; of a file that is no task by today's schema, its whole text. */
async function promptsAt(
  folder: string,
  commit: string,
  files: readonly string[],
): Promise<Map<string, string>> {
  const prompts = new Map<string, string>();
  const scratch = await mkdtemp(path.join(tmpdir(), 'contract-bench-prompts-'));
  try {
    for (const file of files) {
      const text = await gitIn(folder).ask('show', `${commit}:${file}`);
      const [, suite = '', id = ''] = taskFile.exec(file) ?? [];
      if (text === null || id === 'README') continue;
      const copy = path.join(scratch, file);
      await mkdir(path.dirname(copy), { recursive: true });
      await writeFile(copy, text);
      const task = (await readTasks(copy, suite, noPatternCheck)).tasks[0]?.task;
      prompts.set(id, task ? givenSha256(task) : text);
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return prompts;
}

/** The ids of each suite's tasks, at any of the commits. */
async function suitesOf(folder: string, commits: readonly string[]): Promise<Map<string, Set<string>>> {
  const suites = new Map<string, Set<string>>();
  for (const commit of commits) {
    for (const file of lines(
      await gitIn(folder).ask('ls-tree', '-r', '-z', '--name-only', commit, 'tasks'),
    )) {
      const [, suite, id] = taskFile.exec(file) ?? [];
      if (suite && id && id !== 'README') suites.set(suite, (suites.get(suite) ?? new Set()).add(id));
    }
  }
  return suites;
}

async function changedFiles(folder: string, base: string): Promise<string[]> {
  const range = ['diff', '--name-only', '--no-renames', '-z', base, 'HEAD', '--', 'transcripts', 'tasks'];
  return lines(await gitIn(folder).ask(...range));
}

function lines(output: string | null): string[] {
  return (output ?? '').split('\0').filter(Boolean);
}
