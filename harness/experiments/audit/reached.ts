import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AdapterMaker } from '../../agents/adapter.ts';
import type { Result, Run } from '../../results/records/result.ts';

/** What the server of a control could reach in each episode, by what its answers said: `<run> <task>` -> words. */
export type Reached = ReadonlyMap<string, readonly string[]>;

export async function reachedOf(
  { reached }: AdapterMaker,
  out: string,
  runs: readonly Run[],
): Promise<Reached> {
  const found = new Map<string, readonly string[]>();
  if (!reached) return found;
  const files = new Set(runs.flatMap(({ episodes }) => episodes.map(({ artifacts }) => artifacts.events)));
  for (const file of files) {
    const lines = (await readFile(path.join(out, file), 'utf8')).split('\n').filter(Boolean);
    for (const line of lines) {
      // Written by the run that has just ended.
      const { runId, taskId, preview } = JSON.parse(line) as Record<'runId' | 'taskId' | 'preview', string>;
      const words = preview === undefined ? null : reached(preview);
      if (words) found.set(`${runId} ${taskId}`, words);
    }
  }
  return found;
}

/** One line a control: what its server could reach without namespaces; none where it was confined or has no server. */
export function unconfinedLines(
  { id, server }: AdapterMaker,
  runs: readonly Run[],
  reached: Reached,
): string[] {
  const free = runs.filter(isUnconfined);
  if (!server || free.length === 0) return [];
  const times = new Map<string, number>();
  for (const { runId, episodes } of free)
    for (const { taskId } of episodes)
      for (const words of reached.get(`${runId} ${taskId}`) ?? [])
        times.set(words, (times.get(words) ?? 0) + 1);
  const could = [...times].map(([words, count]) => `${words} (${count})`).join(', ');
  const passed = free.flatMap(({ episodes }) => episodes).filter(({ success }) => success).length;
  return [`${id}: not confined, it passed ${passed} and could reach: ${could || 'nothing'}`];
}

/** What a confined server must not have come to. */
export function reachedAllTheSame(run: Run, { taskId }: Result, reached: Reached): string | null {
  const words = reached.get(`${run.runId} ${taskId}`) ?? [];
  return isUnconfined(run) || words.length === 0 ? null : words.join(', ');
}

export function isUnconfined({ config }: Run): boolean {
  return config.server.confined === false;
}
