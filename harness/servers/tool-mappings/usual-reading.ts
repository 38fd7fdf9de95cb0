import type { MappedCall } from './tool-mapping.ts';

type Reading = { tool: string; args: Readonly<Record<string, unknown>> };

/**
 * The place of the usual reading among the calls on a page, of which the first opened it: the most similar one to the
 * reading of the tool mapping; without one, the first after the opening. Null if nothing was read.
 */
export function usualReadingIn(calls: readonly Reading[], read: MappedCall | null): number | null {
  const first = calls.length > 1 ? 1 : null;
  if (!read) return first;
  const likeness = ({ args }: Reading) =>
    Object.entries(read.args).filter(([name, value]) => JSON.stringify(args[name]) === JSON.stringify(value))
      .length;
  const same = [...calls.entries()].filter(([at, { tool }]) => at > 0 && tool === read.tool);
  return same.toSorted(([, one], [, other]) => likeness(other) - likeness(one))[0]?.[0] ?? first;
}
