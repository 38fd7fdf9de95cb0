import type { Times } from './played-episode.ts';
import type { ReadEvent } from './read-event.ts';

/** When each call began and ended, by its number; 0 is the one that opened the start URL. */
export function timesOf(events: readonly ReadEvent[]): Map<number, Times> {
  const endings = new Map(
    events.flatMap((event) => (event.type === 'tool_result' ? [[event.seq, event.atMs]] : [])),
  );
  const lastMs = Math.max(0, ...events.map(({ atMs }) => atMs));
  return new Map(
    events.flatMap((event): [number, Times][] => {
      if (event.type !== 'tool_call' && event.type !== 'navigate') return [];
      const seq = event.type === 'navigate' ? 0 : event.seq;
      const endMs = Math.max(event.atMs, endings.get(seq) ?? lastMs);
      return [[seq, { startMs: event.atMs, endMs }]];
    }),
  );
}
