import { readFile } from 'node:fs/promises';
import type { CallTemplate, Server } from '../../servers/server.ts';
import type { Task } from '../../task/task.ts';
import { parseTranscript } from '../../task/transcripts/parse-transcript.ts';
import { findTranscript } from '../../task/transcripts/transcript-files.ts';
import type { BuiltInAgentOptions } from '../built-in-agent.ts';
import { forgedEnd, forgedMark, forgingScript, wantedOf } from './forging/forge.ts';
import { defineNegativeControl, type NegativeControlMove, opening } from './negative-control.ts';

export const spoof = defineNegativeControl({
  id: 'spoof',
  summary: 'writes the wanted page and its address with the script tool',
  lacks: lacksScript,
  mustEnd: forgedEnd,
  moves: spoofMoves,
});

/** Opens a wrong page of the wanted host, then forges content and address. */
export async function spoofMoves(
  task: Task,
  server: Server,
  { transcripts }: BuiltInAgentOptions,
): Promise<NegativeControlMove[]> {
  const finalUrl = await wantedUrl(task, server, transcripts);
  const startsThere = sameOrigin(task.startUrl, finalUrl);
  const elsewhere: NegativeControlMove[] = startsThere
    ? []
    : [{ call: opening(server), values: { url: elsewhereOn(finalUrl) } }];
  return [...elsewhere, forging(task, server, finalUrl)];
}

/** Makes the current page show the wanted content at the wanted address, which must have the same origin. */
export function forging({ success }: Task, server: Server, finalUrl: string): NegativeControlMove {
  return {
    call: scriptOf(server),
    values: { script: forgingScript(wantedOf(success), finalUrl) },
    proof: `${forgedMark} ${finalUrl}`,
  };
}

export function scriptOf({ id, script }: Server): CallTemplate {
  if (!script) throw new Error(`${id} has no script tool`);
  return script;
}

export function lacksScript({ script }: Server): string | null {
  return script ? null : 'it has no script tool';
}

/** The final URL of the transcript, which a cheat could know from the leaderboard. */
export async function wantedUrl(task: Task, server: Server, transcripts: readonly string[]): Promise<string> {
  const file = await findTranscript(transcripts, server.id, task.id);
  const parsed = file ? parseTranscript(await readFile(file, 'utf8')) : null;
  if (!parsed || 'drift' in parsed)
    throw new Error(`no transcript of ${task.id} on ${server.id} to take the final URL from`);
  return parsed.transcript.end.finalUrl;
}

/** A wrong page of the wanted host. */
export function elsewhereOn(url: string): string {
  return new URL('/nothing-serves-this', url).href;
}

function sameOrigin(one: string, other: string): boolean {
  return one !== 'about:blank' && new URL(one).origin === new URL(other).origin;
}
