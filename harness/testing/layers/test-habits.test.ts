import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { badHabitsOf } from './test-habits.ts';

const root = path.join(import.meta.dirname, '../../..');
const files = globSync('{harness,site,tasks}/**/*.test.ts', { cwd: root }).sort();

test('no test waits for a fixed time, bounds the wall clock, has less time than others, is tried again or is left out', () => {
  const found = files.flatMap((file) =>
    badHabitsOf(file, readFileSync(path.join(root, file), 'utf8')).map((habit) => `${file}:${habit}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['a timer', `import { setTimeout as delay } from 'node:timers/promises';`],
  ['a timer', `import { setTimeout as delay } from 'timers/promises';`],
  ['a timer', 'await new Promise((resolve) => setTimeout(resolve, 50));'],
  ['a timer', 'globalThis.setInterval(look, 5);'],
  ['a retry', `test('x', { retry: 2 }, () => {});`],
  ['a retry', `const onBusyMachine = { retry: 1 };`],
  ['.skip', `test.skip('x', () => {});`],
  ['.only', `describe.only('x', () => {});`],
  ['.only', `test.concurrent.only('x', () => {});`],
  ['.skipIf', `test.skipIf(slow)('x', () => {});`],
  ['a time limit of its own', `vi.setConfig({ testTimeout: 20_000 });`],
  ['a time limit of its own', `test('x', async () => {}, 60_000);`],
  ['a time limit of its own', `test.each([1])('%i', () => {}, 60_000);`],
  ['a bound on the wall clock', 'expect(performance.now() - startedAt).toBeLessThan(2500);'],
  ['a bound on the wall clock', 'expect(at).toBeGreaterThan(Date.now() - 60_000);'],
  ['a bound on the wall clock', 'const gone = Date.now() - killedAt; expect(gone).toBeLessThanOrEqual(45);'],
  ['a bound on the wall clock', 'expect(row.duration_ms).toBeLessThan(2000);'],
  ['a bound on the wall clock', 'expect(large.seconds / small.seconds).toBeLessThanOrEqual(8);'],
])('a planted habit is noticed: %s in %s', (habit, planted) => {
  const text = `import { expect, test } from 'vitest';\n${planted}\n`;
  expect(badHabitsOf('x.test.ts', text)).toEqual([`2: ${habit}`]);
});

test.each([
  `const page = 'setTimeout(() => alert(1))';`,
  'const host = `await new Promise((resolve) => setTimeout(resolve, 20))`;',
  'expect(await within(60_000, () => isGone)).toBe(true);',
  'expect(row.duration_ms).toBeGreaterThanOrEqual(490);',
  'expect(rate).toBeLessThan(0.6);',
  `test('x', async () => {}, 240_000);`,
  `const startedAt = Date.now(); expect(rows.only).toEqual([]);`,
])('what is no such habit is let through: %s', (text) => {
  expect(badHabitsOf('x.test.ts', text)).toEqual([]);
});
