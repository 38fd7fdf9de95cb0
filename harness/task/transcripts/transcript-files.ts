import { access, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { digest, sha256 } from '../../platform/digest.ts';
import { asCommitted } from '../../platform/files/as-written.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { type Redact, secretIn } from './redact.ts';
import type { Transcript } from './transcript.ts';

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

/** Digest of the existing recordings of these tasks. */
export async function transcriptsSha256(
  folders: readonly string[],
  server: string,
  tasks: readonly string[],
): Promise<string> {
  const digests = await Promise.all(
    tasks.map(async (task) => {
      const file = await findTranscript(folders, server, task);
      return [task, file && sha256(asCommitted(await readFile(file)))];
    }),
  );
  return digest(digests);
}

/**
 * Writes `<folder>/<server>/<task>.jsonl` and returns its path. Refuses if an argument contains a secret, with the call
 * and argument, because a transcript with a redacted argument would replay another call.
 */
export async function writeTranscript(
  folder: string,
  transcript: Transcript,
  redact: Redact,
): Promise<{ file: string } | { refused: string }> {
  for (const { seq, tool, args } of transcript.calls) {
    const at = secretIn(redact, args);
    if (at !== null) return { refused: whyRefused(`call ${seq} (${tool})`, at) };
  }
  const at = secretIn(redact, { answer: transcript.end.answer ?? null });
  if (at !== null) return { refused: whyRefused('the end', at) };
  const file = path.join(folder, transcript.header.server.id, `${transcript.header.task}.jsonl`);
  const lines = [transcript.header, ...transcript.calls, transcript.end].map((line) => JSON.stringify(line));
  makeFolder(path.dirname(file));
  await writeFile(file, `${lines.join('\n')}\n`);
  return { file };
}

function whyRefused(call: string, argument: string): string {
  return [
    `${call} holds a secret in its argument ${argument}; nothing was recorded`,
    "a password made up for a stand-in is none where the task's goal says it: name it there, and record again",
  ].join('; ');
}
