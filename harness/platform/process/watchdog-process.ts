/** Runs on its own: reads what to watch, line by line; at the end of its input ends all that is left. */
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { endMarked, killGroup } from './mark.ts';
import type { Watched } from './watchdog.ts';

const watched = new Map<string, Watched>();

for await (const line of createInterface({ input: process.stdin })) {
  // Lines come only from `watchdog.ts`, over a pipe that no other process has.
  const message = JSON.parse(line) as { watch?: Watched; release?: Watched };
  if (message.watch) watched.set(JSON.stringify(message.watch), message.watch);
  if (message.release) watched.delete(JSON.stringify(message.release));
}

const left = [...watched.values()];
for (const entry of left) if ('group' in entry) killGroup(entry.group);
for (const entry of left) if ('mark' in entry) await endMarked(entry.mark);
for (const entry of left) {
  if ('folder' in entry)
    await rm(entry.folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
}
