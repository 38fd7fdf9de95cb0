import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isSet, keepLoopbackDirect, wantedConfinement, wantsProbe } from './switches.ts';

const harness = path.join(import.meta.dirname, '../..');

test.each([
  [undefined, false, true],
  ['', false, false],
  ['0', false, false],
  ['false', false, false],
  ['1', true, true],
  ['true', true, true],
  ['no', false, false],
  ['Off', false, false],
  ['never', false, false],
  ['none', true, true],
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
  ['off', 'off'],
  ['never', 'off'],
  ['yes', 'possible'],
  ['required', 'required'],
])('CONTRACT_BENCH_CONFINE that reads %j', (value, wanted) => {
  expect(wantedConfinement(value === undefined ? {} : { CONTRACT_BENCH_CONFINE: value })).toBe(wanted);
});

test('a word for confinement that means neither is refused', () => {
  expect(() => wantedConfinement({ CONTRACT_BENCH_CONFINE: 'maybe' })).toThrow(
    'CONTRACT_BENCH_CONFINE: got "maybe"; expected required, 1 or 0',
  );
});

test.each([
  [{}, undefined],
  [{ http_proxy: 'http://a:1' }, '127.0.0.1,localhost,::1,[::1]'],
  [{ ALL_PROXY: 'socks5://a:1', NO_PROXY: 'a.test' }, 'a.test,127.0.0.1,localhost,::1,[::1]'],
  [
    { HTTPS_PROXY: 'http://a:1', no_proxy: 'b.test', NO_PROXY: 'a.test' },
    'b.test,127.0.0.1,localhost,::1,[::1]',
  ],
  [{ HTTPS_PROXY: 'http://a:1', NO_PROXY: '*' }, '*'],
])('of the environment %j no proxy is for', (given: NodeJS.ProcessEnv, wanted) => {
  const env = { ...given };
  keepLoopbackDirect(env);
  expect(env.NO_PROXY).toBe(wanted);
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
