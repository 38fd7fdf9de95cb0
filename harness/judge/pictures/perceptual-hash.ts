export type Pixels = { width: number; height: number; data: ArrayLike<number> };

const grid = 32;
const block = 8;

/** Rounding differs in the last bits; it must not decide the hash of a flat or symmetric picture. */
const noise = 1e-6;

/**
 * The 64-bit DCT hash known as pHash (C. Zauner, "Implementation and Benchmarking of Perceptual Image Hash Functions",
 * 2010, 3.2.1): Rec. 601 luma, area average to 32x32, unnormalised DCT-II. The 8x8 lowest frequencies are compared with
 * their median, computed without the mean. Bit i has the value 2^i, row by row, bit 0 the DC term. `data` is RGBA, 8 bits
 * each; alpha is left out, since a screenshot has none. Returns 16 lowercase hex digits. Throws RangeError if size and
 * data are not those of an image.
 */
export function perceptualHash({ width, height, data }: Pixels): string {
  if (!(Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0)) {
    throw new RangeError(`an image of ${width}x${height} has no hash`);
  }
  if (data.length !== width * height * 4) {
    throw new RangeError(
      `${width}x${height} RGBA pixels are ${width * height * 4} bytes, not ${data.length}`,
    );
  }
  const coefficients = lowFrequencies(shrink(luma(data), width, height));
  const median = at(coefficients.slice(1).sort(), (block * block - 2) / 2);
  let hash = 0n;
  for (const [bit, coefficient] of coefficients.entries()) {
    if (coefficient > median + noise) hash |= 1n << BigInt(bit);
  }
  return hash.toString(16).padStart(16, '0');
}

/** Number of bits in which two hashes differ, 0 to 64. */
export function hammingDistance(a: string, b: string): number {
  let distance = 0;
  for (let differing = BigInt(`0x${a}`) ^ BigInt(`0x${b}`); differing > 0n; differing >>= 1n) {
    distance += Number(differing & 1n);
  }
  return distance;
}

function luma(data: ArrayLike<number>): Float64Array {
  const gray = new Float64Array(data.length / 4);
  for (let i = 0; i < gray.length; i++) {
    gray[i] = 0.299 * at(data, i * 4) + 0.587 * at(data, i * 4 + 1) + 0.114 * at(data, i * 4 + 2);
  }
  return gray;
}

/** An average over rows and then over columns is the average over the rectangles. */
function shrink(image: Float64Array, width: number, height: number): Float64Array {
  const across = coverage(width);
  const down = coverage(height);
  const rows = new Float64Array(grid * height);
  for (let y = 0; y < height; y++) {
    for (const [x, cells] of across.entries()) {
      rows[y * grid + x] = total(cells, ({ from, weight }) => weight * at(image, y * width + from));
    }
  }
  const small = new Float64Array(grid * grid);
  for (const [y, cells] of down.entries()) {
    for (let x = 0; x < grid; x++) {
      small[y * grid + x] = total(cells, ({ from, weight }) => weight * at(rows, from * grid + x));
    }
  }
  return small;
}

type Cell = { from: number; weight: number };

/** Which of `length` source cells each of the 32 target cells covers, and by how much; a smaller image is stretched. */
function coverage(length: number): Cell[][] {
  const scale = length / grid;
  return indices.map((target) => {
    const start = target * scale;
    const end = (target + 1) * scale;
    const cells: Cell[] = [];
    for (let from = Math.floor(start); from < Math.min(length, Math.ceil(end)); from++) {
      cells.push({ from, weight: (Math.min(end, from + 1) - Math.max(start, from)) / scale });
    }
    return cells;
  });
}

/** Top-left 8x8 of the 2-D DCT-II: sum of f(x, y) cos((2x+1)uπ/64) cos((2y+1)vπ/64). */
function lowFrequencies(image: Float64Array): Float64Array {
  const cosine = (n: number, k: number) => Math.cos(((2 * n + 1) * k * Math.PI) / (2 * grid));
  const rows = Float64Array.from({ length: grid * block }, (_, i) => {
    const [y, u] = [Math.floor(i / block), i % block];
    return total(indices, (x) => at(image, y * grid + x) * cosine(x, u));
  });
  return Float64Array.from({ length: block * block }, (_, i) => {
    const [v, u] = [Math.floor(i / block), i % block];
    return total(indices, (y) => at(rows, y * block + u) * cosine(y, v));
  });
}

const indices: readonly number[] = Array.from({ length: grid }, (_, index) => index);

function total<T>(items: readonly T[], term: (item: T) => number): number {
  let sum = 0;
  for (const item of items) sum += term(item);
  return sum;
}

/** `index` is inside the array, which its type cannot express. */
function at(values: ArrayLike<number>, index: number): number {
  return values[index] ?? 0;
}

/** Every bit inverted. */
export function inverse(hash: string): string {
  return hex(BigInt(`0x${hash}`) ^ everyBit);
}

/**
 * Flips bits of `hash` away from the nearest exemplars until all are more than `limit` bits off; null if that is not
 * reached.
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

/** Flips the bit whose value most of the exemplars share. */
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
