import { existsSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../platform/errors/user-error.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { writeAtomically } from '../../platform/files/write-atomically.ts';
import { episodePage } from './episode-page.ts';
import { openFile } from './open-file.ts';
import { picturesOf } from './pictures-of.ts';
import type { Told } from './story-lines.ts';

type Where = {
  /** Null: below `out`. */
  to: string | null;
  open: boolean;
  /** The `--out` folder of the run. */
  out: string;
  /** Where published pictures lie; null where nobody says. */
  media: string | null;
};

/** Writes the page of an episode, and opens it where that is asked. Throws `UserError`. */
export async function writeEpisodePage(told: Told, { to, open, out, media }: Where) {
  const { run, result } = told;
  const file = to ?? path.join(out, 'shown', `${run.runId}.${result.taskId}.${result.trial}.html`);
  const isOfFolder = existsSync(path.join(out, `${run.runId}.json`));
  const page = episodePage(told, picturesOf(result, out, media, isOfFolder));
  try {
    makeFolder(path.dirname(file));
    writeAtomically(file, page);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UserError(`show: --html ${file}: cannot be written (${why})`);
  }
  const isOpen = open && (await openFile(file));
  const lines = [
    `page: ${file}`,
    ...(open && !isOpen ? ['nothing here opens it (no xdg-open): open it in a browser yourself'] : []),
  ];
  return { lines, exitCode: 0, data: { runId: run.runId, file, opened: isOpen } };
}
