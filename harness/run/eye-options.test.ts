import { expect, test } from 'vitest';
import { whyNotAppended } from './eye-options.ts';
import { noEyes } from './plan.ts';

const ordinary = { shard: null, webRoot: null, web: 'hermetic', eyes: noEyes };

test('what was played on pages of no commit is none for results/', () => {
  expect(whyNotAppended(ordinary, { sha: 'abc' })).toBeNull();
  expect(whyNotAppended({ ...ordinary, web: 'live' }, { sha: 'abc' })).toBeNull();
  expect(whyNotAppended({ ...ordinary, webRoot: 'mine' }, { sha: 'abc' })).toMatch(/--web-root/);
  expect(whyNotAppended({ ...ordinary, web: 'har:a.har' }, { sha: 'abc' })).toMatch(/recorded web/);
  expect(whyNotAppended({ ...ordinary, shard: { index: 1, count: 2 } }, { sha: 'abc' })).toMatch(/merge/);
  expect(whyNotAppended(ordinary, { sha: null, why: 'no git checkout' })).toBe(
    'no git checkout, and no --sha was given',
  );
});

test.each([
  [{ headed: true }, '--headed'],
  [{ slowMs: 500 }, '--slow'],
  [{ keepBrowser: true }, '--keep-browser'],
])('a run with %j is for eyes, and none for results/', (eyes, option) => {
  const why = whyNotAppended({ ...ordinary, eyes: { ...noEyes, ...eyes } }, { sha: 'abc' });
  expect(why).toBe(`${option} changes the times of a run, so they are not measurements`);
});
