import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isSet, wantedConfinement, wantsProbe } from './switches.ts';

const harness = path.join(import.meta.dirname, '../..');

test.each([
  [undefined, false, true],
  ['', false, false],
  ['0', false, false],
  ['false', false, false],
  ['1', true, true],
  ['true', true, true],
  ['no', true, true],
])('a switch that reads %j', (value, set, probed) => {
  expect(isSet(value)).toBe(set);
  expect(wantsProbe(value === undefined ? {} : { CONTRACT_BENCH_PROBE: value })).toBe(probed);
});

test.each([
  [undefined, 'possible'],
  ['', 'possible'],
  ['1', 'possible'],
  ['0', 'off'],
  ['false', 'off'],
  ['required', 'required'],
])('CONTRACT_BENCH_CONFINE that reads %j', (value, wanted) => {
  expect(wantedConfinement(value === undefined ? {} : { CONTRACT_BENCH_CONFINE: value })).toBe(wanted);
});

test('every switch of the environment has one reader', () => {
  const readings = globSync('**/*.ts', { cwd: harness })
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('testing/'))
    .flatMap((file) => {
      const text = readFileSync(path.join(harness, file), 'utf8');
      const read =
        /\benv\.(?:CONTRACT_BENCH_PROBE|CONTRACT_BENCH_CONFINE|OPENCHROME_BENCH_VERBOSE|CI|GITHUB_ACTIONS)\b/g;
      return [...text.matchAll(read)].map(({ index }) => [
        file,
        text.slice(Math.max(0, index - 'isSet('.length), index),
      ]);
    });
  expect(readings.length).toBeGreaterThan(4);
  for (const [file, before] of readings)
    if (file !== 'platform/process/switches.ts') expect([file, before]).toEqual([file, 'isSet(']);
});
