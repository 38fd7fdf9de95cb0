/**
 * How many points each figure of a page may show, so that all together are at most `room`. A figure with few points
 * leaves its share to the others.
 */
export function roomOfPage(counts: readonly number[], room: number): number[] {
  const rooms = counts.map(() => 0);
  let left = room;
  const bySize = [...counts.entries()].sort(([, a], [, b]) => a - b);
  for (const [place, [figure, count]] of bySize.entries()) {
    const share = Math.min(count, Math.floor(left / (bySize.length - place)));
    rooms[figure] = share;
    left -= share;
  }
  return rooms;
}
