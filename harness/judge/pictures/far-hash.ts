import { hammingDistance } from './perceptual-hash.ts';

/** Every bit the other way. */
export function inverse(hash: string): string {
  return hex(BigInt(`0x${hash}`) ^ everyBit);
}

/**
 * From `hash` away from the exemplars that are nearest, bit by bit, to where all are more than `limit` bits off; null
 * where that is not reached.
 */
export function justOutside(hash: string, exemplars: readonly string[], limit: number): string | null {
  let at = hash;
  for (let step = 0; step <= 64; step++) {
    const distances = exemplars.map((exemplar) => hammingDistance(at, exemplar));
    const nearest = Math.min(...distances);
    if (nearest > limit) return at;
    at = flipped(
      at,
      exemplars.filter((_, index) => distances[index] === nearest),
    );
  }
  return null;
}

/** With that bit the other way which most of the exemplars have as it is. */
function flipped(hash: string, exemplars: readonly string[]): string {
  const same = exemplars.map((exemplar) => BigInt(`0x${exemplar}`) ^ BigInt(`0x${hash}`) ^ everyBit);
  const agreeing = bits.map((bit) => same.filter((agreed) => (agreed & bit) !== 0n).length);
  const most = bits[agreeing.indexOf(Math.max(...agreeing))] ?? 0n;
  return hex(BigInt(`0x${hash}`) ^ most);
}

const everyBit = 0xffff_ffff_ffff_ffffn;
const bits = Array.from({ length: 64 }, (_, bit) => 1n << BigInt(bit));

function hex(value: bigint): string {
  return value.toString(16).padStart(16, '0');
}
