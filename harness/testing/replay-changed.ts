import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { folderOf } from './folder-of.ts';
import type { ScratchProject } from './scratch-project.ts';

export const task01 = 'task-01-example-com-title';

/** The text of a file in the copy. */
export function textIn({ folder }: ScratchProject, ...parts: string[]): Promise<string> {
  return readFile(path.join(folder, ...parts), 'utf8');
}

/** Replays task 01 with its transcript changed: the lines as objects, before digests are looked at. */
export async function replayChanged(
  project: ScratchProject,
  change: (lines: Record<string, unknown>[]) => Record<string, unknown>[],
  out: string,
) {
  const lines = (await textIn(project, 'transcripts', 'playwright', `${task01}.jsonl`))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const transcripts = await folderOf({
    [`${task01}.jsonl`]: `${change(lines)
      .map((line) => JSON.stringify(line))
      .join('\n')}\n`,
  });
  const ended = await project.harness([
    'bench',
    'webvoyager',
    '--task',
    task01,
    '--transcripts',
    transcripts,
    '--out',
    out,
  ]);
  const [row] = JSON.parse(await textIn(project, out, 'report.json')).episodes;
  return { ...ended, row };
}

/** A folder with a task of the copy, changed. */
export async function changedTask(
  project: ScratchProject,
  file: string,
  change: (text: string) => string,
): Promise<string> {
  return folderOf({ [path.basename(file)]: change(await textIn(project, 'tasks', file)) });
}
