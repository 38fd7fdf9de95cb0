/** Whether tests run at full size: `LONG=1`, as `npm run test:long` sets it. */
export const isLong = process.env.LONG === '1';

/** The small input of a test, or the full one with `LONG=1`. */
export function sized<Small, Large>(small: Small, large: Large): Small | Large {
  return isLong ? large : small;
}

/** Every nth of a list from its first on, or all with `LONG=1`. */
export function everyNth<Each>(n: number, all: readonly Each[]): Each[] {
  return all.filter((_, index) => isLong || index % n === 0);
}
