import type { Call } from './story.ts';

/** The first call that two episodes do not share; null for a call that one of them does not make any more. */
export type Difference = { seq: number; own: Call | null; passing: Call | null };

/**
 * Null where both make the same calls. Two calls are the same with the same tool and arguments; what is random per
 * session (the id of a tab, a reference of a recording to an earlier answer) is not looked at.
 */
export function firstDifference(own: readonly Call[], passing: readonly Call[]): Difference | null {
  for (let index = 0; index < Math.max(own.length, passing.length); index += 1) {
    const [mine = null, theirs = null] = [own[index], passing[index]];
    if (!mine || !theirs || keyOf(mine) !== keyOf(theirs))
      return { seq: index + 1, own: mine, passing: theirs };
  }
  return null;
}

const drawn = /^(?:[0-9a-f]{32,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

function keyOf({ tool, args }: Call): string {
  return JSON.stringify([tool, args], (_, value: unknown) => {
    if (typeof value === 'string') return drawn.test(value) ? 'drawn' : value;
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
    if ('$answer' in value) return 'drawn';
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
