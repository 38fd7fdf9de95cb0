import { expect, test } from 'vitest';
import { planArchives } from './plan-archives.ts';

const newestFirst = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ sha: `commit-${count - index}` }));

test('nothing is archived until a whole archive of older commits is there', () => {
  expect(planArchives(newestFirst(13), [], 10, 4)).toEqual({ archives: [], archived: new Map() });
  const { archives, archived } = planArchives(newestFirst(14), [], 10, 4);
  expect(archives).toEqual([
    { path: '/api/v1/archive/1-4.jsonl.gz', shas: ['commit-1', 'commit-2', 'commit-3', 'commit-4'] },
  ]);
  expect(archived.get('commit-4')).toEqual({ path: '/api/v1/archive/1-4.jsonl.gz', line: 5 });
  expect(archived.has('commit-5')).toBe(false);
});

test('an archive that is there stays as it is when commits are added', () => {
  const before = planArchives(newestFirst(14), [], 10, 4).archives;
  const later = planArchives(newestFirst(27), [], 10, 4).archives;
  expect(later.slice(0, before.length)).toEqual(before);
  expect(later.map(({ shas }) => shas.length)).toEqual([4, 4, 4, 4]);
});

test('a commit of the newest run of a row of today keeps its page, and is in its archive too', () => {
  const row = (sha: string) => ({ sha }) as never;
  const standings = [
    { superseded: false, rows: [row('commit-2')] },
    { superseded: true, rows: [row('commit-3')] },
  ];
  const { archives, archived } = planArchives(newestFirst(14), standings, 10, 4);
  expect(archives[0]?.shas).toContain('commit-2');
  expect([...archived.keys()]).toEqual(['commit-1', 'commit-3', 'commit-4']);
});
