import type { Level } from '../../task/templates/template.ts';
import type { Walkthrough } from '../../task/walkthroughs/walkthrough.ts';

const reading = new Set(['read', 'wait', 'done', 'scroll']);

/** How many of the steps act: readings are not counted. */
export function actingCalls(walkthrough: Walkthrough): number {
  return walkthrough.filter(({ verb }) => !reading.has(verb)).length;
}

/** By what the first way costs; a task across sites is of the last level, for what is found on one is to be kept for the other. */
export function levelOf(actingCallCount: number, sites: number): Level {
  if (sites > 1) return 4;
  if (actingCallCount <= 5) return 1;
  if (actingCallCount <= 12) return 2;
  return actingCallCount <= 25 ? 3 : 4;
}
