import { expect, test } from 'vitest';
import { whyNotAppended } from './why-not-appended.ts';

const ordinary = { shard: null, webRoot: null, web: 'hermetic' };

test('what was played on pages of no commit is none for results/', () => {
  expect(whyNotAppended(ordinary, 'abc')).toBeNull();
  expect(whyNotAppended({ ...ordinary, web: 'live' }, 'abc')).toBeNull();
  expect(whyNotAppended({ ...ordinary, webRoot: 'mine' }, 'abc')).toMatch(/--web-root/);
  expect(whyNotAppended({ ...ordinary, web: 'har:a.har' }, 'abc')).toMatch(/recorded web/);
  expect(whyNotAppended({ ...ordinary, shard: { index: 1, count: 2 } }, 'abc')).toMatch(/merge/);
  expect(whyNotAppended(ordinary, null)).toBe('no git checkout and no --sha');
});
