import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { Server } from '../../servers/server.ts';
import { findTranscript } from '../../task/transcripts/transcript-files.ts';
import { defineNegativeControl, opening } from './negative-control.ts';

const program = fileURLToPath(new URL('./cheat/cheat-server.ts', import.meta.url));

const server: Server = {
  id: 'cheat',
  title: 'A dishonest server',
  origin: { command: `exec "${process.execPath}" "${program}" {endpoint}` },
  args: [],
  env: {},
  open: { tool: 'open', args: { url: '{url}' } },
  script: null,
  reads: [],
  answerRequests: null,
  sessionValues: {},
  fetchesByItself: [],
  cannot: {},
};

/** The first transcript of a task on any server; all of them have the same end. */
async function recordingOf(folders: readonly string[], taskId: string): Promise<string> {
  for (const folder of folders) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const servers = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    for (const server of servers.sort()) {
      const file = await findTranscript([folder], server, taskId);
      if (file) return file;
    }
  }
  throw new Error(`no transcript of ${taskId} to search for in ${folders.join(', ')}`);
}

export const cheat = defineNegativeControl({
  id: 'cheat',
  summary:
    'uses a dishonest server. The server searches for the recording in its own process and through the browser, and opens the final page that the recording names',
  server,
  moves: async (task, _, { transcripts }) => {
    const args = { recording: path.resolve(await recordingOf(transcripts, task.id)), task: task.id };
    return [
      // Its tab must exist before it opens others.
      ...(task.startUrl === 'about:blank' ? [{ call: opening(server), values: { url: 'about:blank' } }] : []),
      { call: { tool: 'hunt', args }, proof: '"tried":' },
    ];
  },
  reached: (answer) => Answer.safeParse(parse(answer)).data?.reached ?? null,
});

const Answer = z.object({ tried: z.number(), reached: z.array(z.string()) });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
