/** The point under the keyboard cursor of a figure; both numbers count from 0. */
export type Cursor = { line: number; index: number };

/**
 * The next place for a key: along the line (arrows, Home, End), to the next shown line (up, down), or null for Escape.
 * Undefined for other keys. The first key starts at the newest point of the first shown line.
 */
export function moved(
  from: Cursor | null,
  key: string,
  lengths: readonly number[],
  hidden: ReadonlySet<number>,
): Cursor | null | undefined {
  const shown = [...lengths.keys()].filter((line) => !hidden.has(line) && (lengths[line] ?? 0) > 0);
  const lastOf = (line: number) => (lengths[line] ?? 1) - 1;
  if (key === 'Escape') return from === null ? undefined : null;
  if (!(key in steps) || shown[0] === undefined) return undefined;
  if (from === null || !shown.includes(from.line)) return { line: shown[0], index: lastOf(shown[0]) };
  const { line, index } = from;
  const [along, across] = steps[key] ?? [0, 0];
  const at = Math.min(shown.length - 1, Math.max(0, shown.indexOf(line) + across));
  const next = shown[at] ?? line;
  return { line: next, index: Math.min(lastOf(next), Math.max(0, index + along)) };
}

const steps: Record<string, readonly [along: number, across: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [Number.NEGATIVE_INFINITY, 0],
  End: [Number.POSITIVE_INFINITY, 0],
};
