import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../../platform/errors/user-error.ts';
import { makeFolder } from '../../../platform/files/make-folder.ts';
import { count } from '../../../platform/words/format.ts';
import { readSavedLines, readSavedRuns } from '../../../results/verify/read-saved.ts';
import { exportFormats } from '../index.ts';
import { readEpisodes } from './read-episodes.ts';

type ExportOptions = {
  /** The id of a format. */
  format: string;
  /** The `--out` folder of a run. */
  folder: string;
  /** The folder for the files; null: `exports/<format>` in `folder`. */
  to: string | null;
};

/** Writes every run of a folder in another format. It changes nothing else in the folder and starts no browser. */
export async function exportFolder({
  format,
  folder,
  to,
}: ExportOptions): Promise<{ lines: string[]; files: string[] }> {
  const chosen = exportFormats.find(({ id }) => id === format);
  if (!chosen) {
    const known = exportFormats.map(({ id }) => id).join(', ');
    throw new UserError(`export: got the format "${format}"; expected one of ${known}`);
  }
  const target = to ?? path.join(folder, 'exports', format);
  const saved = await readSavedRuns(folder, 'export');
  const lines = await readSavedLines(folder);
  const said: string[] = [];
  const files: string[] = [];
  for (const { name, run, faults } of saved) {
    if (!run) throw new UserError(`${path.join(folder, name)}: ${faults[0]}`);
    const episodes = await readEpisodes(folder, run, lines);
    for (const { result } of episodes.filter(({ goal }) => goal === null))
      said.push(
        `no saved events of ${result.taskId} #${result.trial}: its goal and its messages are unknown`,
      );
    const made = chosen.files(run, episodes);
    for (const file of made) {
      const at = path.join(target, file.name);
      makeFolder(path.dirname(at));
      await writeFile(at, file.text);
      files.push(at);
    }
    said.push(
      `${run.runId}: ${count(episodes.length, 'episode')}, ${count(made.length, 'file')} below ${target}`,
    );
  }
  if (files.length === 0)
    throw new UserError(`export ${format}: ${folder}: nothing to write: ${said.join('; ')}`);
  return { lines: said, files };
}
