import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hammingDistance, type Pixels, perceptualHash } from './perceptual-hash.ts';

function image(width: number, height: number, gray: (x: number, y: number) => number): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data.set([gray(x, y), gray(x, y), gray(x, y), 255], (y * width + x) * 4);
  }
  return { width, height, data };
}

/** The definition, without any of the short cuts: every pixel drawn 32x32 times larger, then plain sums. */
function byDefinition({ width, height, data }: Pixels): string {
  const small: number[][] = [];
  for (let ty = 0; ty < 32; ty++) {
    small.push([]);
    for (let tx = 0; tx < 32; tx++) {
      let total = 0;
      for (let y = ty * height; y < (ty + 1) * height; y++) {
        for (let x = tx * width; x < (tx + 1) * width; x++) {
          const at = (Math.floor(y / 32) * width + Math.floor(x / 32)) * 4;
          total += 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
        }
      }
      small[ty]?.push(total / (width * height));
    }
  }
  const coefficients: number[] = [];
  for (let v = 0; v < 8; v++) {
    for (let u = 0; u < 8; u++) {
      let total = 0;
      for (let y = 0; y < 32; y++) {
        for (let x = 0; x < 32; x++) {
          const wave =
            Math.cos(((2 * x + 1) * u * Math.PI) / 64) * Math.cos(((2 * y + 1) * v * Math.PI) / 64);
          total += (small[y]?.[x] ?? 0) * wave;
        }
      }
      coefficients.push(total);
    }
  }
  const median = coefficients.slice(1).toSorted((a, b) => a - b)[31] ?? 0;
  const bits = coefficients.map((coefficient) => (coefficient > median + 1e-6 ? '1' : '0'));
  return BigInt(`0b${bits.toReversed().join('')}`)
    .toString(16)
    .padStart(16, '0');
}

describe('the hash', () => {
  test('is the definition, for images larger and smaller than 32 and for scales that are not whole', () => {
    const size = fc.constantFrom([32, 32], [48, 40], [33, 64], [7, 50], [1, 3], [70, 31]);
    fc.assert(
      fc.property(size, fc.nat(), ([width = 1, height = 1], seed) => {
        const pixels = image(
          width,
          height,
          (x, y) => ((x * 31 + y * 17 + x * y * 7 + seed) * 2654435761) % 251,
        );
        expect(perceptualHash(pixels)).toBe(byDefinition(pixels));
      }),
      { numRuns: 12 },
    );
  });

  test('of a flat image has only the DC bit, whatever rounding does', () => {
    for (const gray of [1, 77, 255])
      expect(perceptualHash(image(1280, 37, () => gray))).toBe('0000000000000001');
    expect(perceptualHash(image(10, 10, () => 0))).toBe('0000000000000000');
  });

  test('weighs colours by Rec. 601 and leaves alpha out', () => {
    const dot = (rgba: number[]): Pixels => ({ width: 2, height: 1, data: [...rgba, 149, 149, 149, 255] });
    // 0.587 * 255 = 149.7 is brighter than 149, 0.299 * 255 = 76.2 is darker.
    expect(perceptualHash(dot([0, 255, 0, 255]))).not.toBe(perceptualHash(dot([255, 0, 0, 255])));
    expect(perceptualHash(dot([0, 255, 0, 0]))).toBe(perceptualHash(dot([0, 255, 0, 255])));
  });

  test('hardly changes with size and brightness, and changes much with the content', () => {
    const page = (scale: number, light = 0) =>
      image(64 * scale, 40 * scale, (x, y) => {
        const [column, row] = [Math.floor(x / scale), Math.floor(y / scale)];
        return (row < 6 ? 40 : 20 + ((column * 5 + row * 11) % 160)) + light;
      });
    const { data } = page(1);
    const upsideDown = image(64, 40, (x, y) => data[((39 - y) * 64 + x) * 4] ?? 0);
    expect(hammingDistance(perceptualHash(page(1)), perceptualHash(page(3)))).toBeLessThanOrEqual(2);
    expect(hammingDistance(perceptualHash(page(1)), perceptualHash(page(1, 20)))).toBeLessThanOrEqual(2);
    expect(hammingDistance(perceptualHash(page(1)), perceptualHash(upsideDown))).toBeGreaterThan(12);
  });

  test.each([
    [{ width: 0, height: 1, data: [] }, 'an image of 0x1 has no hash'],
    [{ width: 1.5, height: 1, data: [] }, 'an image of 1.5x1 has no hash'],
    [{ width: 1, height: 1, data: [0, 0, 0] }, '1x1 RGBA pixels are 4 bytes, not 3'],
  ])('of %j is an error', (pixels, message) => {
    expect(() => perceptualHash(pixels)).toThrow(message);
  });
});

test('the Hamming distance is the number of bits that differ', () => {
  expect(hammingDistance('0000000000000000', 'ffffffffffffffff')).toBe(64);
  expect(hammingDistance('8000000000000001', '0000000000000001')).toBe(1);
  expect(hammingDistance('00000000000000ff', '00000000000000ff')).toBe(0);
});
