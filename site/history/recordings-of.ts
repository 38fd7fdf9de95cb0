import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { settings } from '../../harness/publish/board/settings.ts';

/** Of each server the recording of a task that is replayed: one folder a server, the caller's folder before the package's. */
export function recordingsOf(taskId: string): { name: string; file: string }[] {
  const byServer = new Map<string, { name: string; file: string }>();
  for (const folder of settings.recordings.toReversed())
    for (const found of globSync(`*/${taskId}.jsonl`, { cwd: folder })) {
      const server = dirname(found);
      byServer.set(server, {
        name: `${basename(folder)}/${server}/${taskId}.jsonl`,
        file: join(folder, found),
      });
    }
  return [...byServer.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
