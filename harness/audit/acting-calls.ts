import type { Level } from '../templates/template.ts';
import type { Walkthrough } from '../walkthrough/walkthrough.ts';

const reading = new Set(['read', 'wait', 'done', 'scroll']);

/** How many of the steps act: readings are not counted. */
export function actingCalls(walkthrough: Walkthrough): number {
  return walkthrough.filter(({ verb }) => !reading.has(verb)).length;
}

export function levelOf(actingCallCount: number): Level {
  if (actingCallCount <= 5) return 1;
  if (actingCallCount <= 12) return 2;
  return actingCallCount <= 25 ? 3 : 4;
}
