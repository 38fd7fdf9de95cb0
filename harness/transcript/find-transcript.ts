import { access } from 'node:fs/promises';
import path from 'node:path';

/** `<folder>/<server>/<task>.jsonl`, else `<folder>/<task>.jsonl`, in the first folder that has one. */
export async function findTranscript(
  folders: readonly string[],
  server: string,
  task: string,
): Promise<string | null> {
  for (const folder of folders) {
    for (const file of [path.join(folder, server, `${task}.jsonl`), path.join(folder, `${task}.jsonl`)]) {
      if (
        await access(file).then(
          () => true,
          () => false,
        )
      )
        return file;
    }
  }
  return null;
}
