import { isLong } from '../sized.ts';
import { type VendorId, vendors } from './model-play.ts';

export type Case = readonly [name: string, play: (vendor: VendorId) => Promise<void>];

/** Each case with one vendor, in turn; with `LONG=1` with every one. */
export function inTurn(cases: readonly Case[]) {
  return cases.flatMap(([name, play], index) =>
    vendors
      .filter((_, place) => isLong || place === index % vendors.length)
      .map((vendor) => ({ vendor, name, play: () => play(vendor) })),
  );
}
