import { readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { folderOf } from '../testing/folder-of.ts';
import { isContended, NoiseWatch, probeProcessor } from './probe-processor.ts';

test.each([
  [[200, 210, 205, 300, 201], false],
  [[200, 210, 205, 301, 201], true],
  [[200, 200, 200, 200, 200], false],
])('%j: contended is %s', (took, contended) => {
  expect(isContended(took)).toBe(contended);
});

test('the processor is looked at in a few seconds, and there is an answer', async () => {
  const { contended, medianMs } = await probeProcessor();
  expect(typeof contended).toBe('boolean');
  expect(medianMs).toBeGreaterThan(1);
});

test('while runs are played the piece is timed again, and other living processes that play are counted', async () => {
  const folder = await folderOf();
  const claim = (pid: number, name: string) =>
    writeFileSync(path.join(folder, `.contract-bench-run-${pid}-${name}`), hostname());
  // The process that started this one lives; no process has the other number.
  claim(process.ppid, 'earlier');
  claim(2 ** 22 + 1, 'dead');
  {
    using noise = new NoiseWatch(31.5, folder, 50);
    expect(noise.take()).toEqual({ before: 31.5, during: null, overlaps: 1 });
    using other = new NoiseWatch(30, folder);
    expect(other.take()).toEqual({ before: 30, during: null, overlaps: 2 });
    await vi.waitFor(
      () => expect(noise.take()).toMatchObject({ during: expect.any(Number), overlaps: 2 }),
      60_000,
    );
  }
  expect(readdirSync(folder)).toEqual([`.contract-bench-run-${process.ppid}-earlier`]);
});
