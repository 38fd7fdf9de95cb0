/** From the first point to before the second. */
export type Stretch = { from: number; to: number };

/** As pairs of numbers, for thousands of shuffles go through them. */
export type Stretches = { count: number; from: Int32Array; to: Int32Array };

/** One point alone is an outlier, whatever its value. */
const shortest = 2;

/**
 * Where a series of n points may be cut: all its ends, and stretches with something before and behind. Of the latter it
 * has lengths that grow by a fifth, each beginning at every quarter of itself, for all of them would be n squared.
 */
export function stretchesOf(n: number): Stretches {
  const from: number[] = [];
  const to: number[] = [];
  for (let start = shortest; start <= n - shortest; start++) {
    from.push(start);
    to.push(n);
  }
  for (let length = shortest; length <= n - 2 * shortest; length = Math.ceil(length * 1.2)) {
    const stride = Math.max(1, length >> 2);
    for (let start = shortest; start + length <= n - shortest; start += stride) {
      from.push(start);
      to.push(start + length);
    }
  }
  return { count: from.length, from: Int32Array.from(from), to: Int32Array.from(to) };
}

/** How much a stretch differs from all else; where it is no more than `beaten` it need not be known exactly. */
export type SizeOf = (stretch: Stretch, beaten: number) => number;

/** The stretch of the greatest size, its ends put where they fit best; null where none has a size above 0. */
export function largestStretch(n: number, sizeOf: SizeOf): (Stretch & { size: number }) | null {
  const { count, from, to } = stretchesOf(n);
  let best = { from: 0, to: 0, size: 0 };
  const take = (stretch: Stretch) => {
    const size = sizeOf(stretch, best.size);
    if (size > best.size) best = { ...stretch, size };
  };
  for (let i = 0; i < count; i++) take({ from: from[i] ?? 0, to: to[i] ?? 0 });
  if (best.size === 0) return null;
  if (best.to === n) return best;
  const reach = (best.to - best.from) >> 2;
  const near = (end: number) => Array.from({ length: 2 * reach + 1 }, (_, i) => end - reach + i);
  const fits = ({ from, to }: Stretch) => from >= shortest && to <= n - shortest && to - from >= shortest;
  const { from: first, to: last } = best;
  for (const from of near(first)) if (fits({ from, to: best.to })) take({ from, to: best.to });
  for (const to of near(last)) if (fits({ from: best.from, to })) take({ from: best.from, to });
  return best;
}

/**
 * What a stretch inside must be greater by than an end, in logarithms of the likelihood: there are about n times as
 * many of them, and a change that lasts to this day is what one looks for.
 */
export function allowance(n: number): number {
  return Math.log(n);
}
