import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../../platform/errors/user-error.ts';
import type { Run } from '../../../results/records/result.ts';
import { parseObject, type SavedLines } from '../../../results/verify/read-saved.ts';
import { savedEpisode } from '../../../results/verify/saved-episode.ts';
import type { PlayedEpisode } from './played-episode.ts';
import { type ReadEvent, readEvent } from './read-event.ts';
import { openingOf, turnsOf } from './turns-of.ts';

/** The episodes of a run in their order. Throws `UserError` for a saved line that cannot be read. */
export async function readEpisodes(folder: string, run: Run, saved: SavedLines): Promise<PlayedEpisode[]> {
  const events = await readEvents(path.join(folder, 'events', `${run.runId}.jsonl`));
  return run.episodes.map((result) => {
    const { steps } = savedEpisode({ run, saved }, result);
    if (steps && !steps.line)
      throw new UserError(`${path.join(folder, 'trajectories.jsonl')}:${steps.number}: ${steps.fault}`);
    const trajectory = steps?.line?.trajectory ?? null;
    const own = lastAttempt(events.get(placeOf(result)) ?? []);
    const start = own.find((event) => event.type === 'episode_start');
    return {
      result,
      trajectory,
      goal: start?.goal ?? null,
      opening: openingOf(own, trajectory),
      turns: turnsOf(own, trajectory?.steps ?? []),
    };
  });
}

function placeOf({ taskId, trial }: { taskId?: unknown; trial?: unknown }): string {
  return `${String(trial)} ${String(taskId)}`;
}

/** By episode; none where there is no file. */
async function readEvents(file: string): Promise<Map<string, ReadEvent[]>> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const events = new Map<string, ReadEvent[]>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') continue;
    const fault = (why: string) => new UserError(`${file}:${index + 1}: ${why}`);
    const raw = parseObject(line);
    if ('why' in raw) throw fault(raw.why);
    const read = readEvent(raw.value);
    if ('why' in read) throw fault(read.why);
    if (!read.event) continue;
    const place = placeOf(raw.value);
    const own = events.get(place) ?? [];
    own.push(read.event);
    events.set(place, own);
  }
  return events;
}

/** An episode that was played again has the events of each attempt; its result is of the last. */
function lastAttempt(events: readonly ReadEvent[]): readonly ReadEvent[] {
  return events.slice(
    Math.max(
      0,
      events.findLastIndex(({ type }) => type === 'episode_start'),
    ),
  );
}
