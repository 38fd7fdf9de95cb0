import type { MatrixCell } from '../history/matrix.ts';

/** `2 of 3 passed, 1 errored`. */
export function cellWords({ passed, failed, errored }: MatrixCell): string {
  const lost = errored === 0 ? '' : `, ${errored} errored`;
  return `${passed} of ${passed + failed + errored} passed${lost}`;
}

/** The shade of a cell by its share of passes: `s0` of none to `s4` of all, and `lost` where a trial was errored. */
export function cellClass({ passed, failed, errored }: MatrixCell): string {
  const share = passed / (passed + failed + errored);
  const shade = share === 0 || share === 1 ? share * 4 : Math.min(3, Math.max(1, Math.round(share * 4)));
  return `s${shade}${errored > 0 ? ' lost' : ''}`;
}
