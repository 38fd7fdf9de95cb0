import path from 'node:path';
import { servers } from '../servers/index.ts';
import { readSuites } from '../task/read-suites.ts';
import { noPatternCheck, withoutMistakes } from '../task/read-tasks.ts';
import { findTranscript } from '../transcript/find-transcript.ts';
import type { GateTask } from './judge-gate.ts';

/** Every task of the suites, and whether the server has a transcript of it. Throws `UserError` for a broken task file. */
export async function gateTasks(
  folder: string,
  server: string,
  transcripts: string | null,
): Promise<GateTask[]> {
  const folders = [...(transcripts ? [transcripts] : []), path.join(folder, 'transcripts')];
  const cannot = servers.find(({ id }) => id === server)?.cannot ?? {};
  const files = withoutMistakes(await readSuites(path.join(folder, 'tasks'), noPatternCheck));
  return Promise.all(
    files.map(async ({ file, suite, task: { id } }) => ({
      id,
      suite,
      file: path.relative(folder, file),
      transcript: `transcripts/${server}/${id}.jsonl`,
      hasTranscript: (await findTranscript(folders, server, id)) !== null,
      cannot: cannot[id] ?? null,
    })),
  );
}
