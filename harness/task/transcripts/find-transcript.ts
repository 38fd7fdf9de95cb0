import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { digest, sha256 } from '../../platform/digest.ts';

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

/** Digest of the recordings of these tasks, those that are there. */
export async function transcriptsSha256(
  folders: readonly string[],
  server: string,
  tasks: readonly string[],
): Promise<string> {
  const digests = await Promise.all(
    tasks.map(async (task) => {
      const file = await findTranscript(folders, server, task);
      return [task, file && sha256(await readFile(file))];
    }),
  );
  return digest(digests);
}
