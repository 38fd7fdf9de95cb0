import path from 'node:path';
import { expect, test } from 'vitest';
import { ofProject, readTaskPages } from './task-pages.ts';

test('a project shows the suites that it plays or has played, and all where it names none', async () => {
  const all = await readTaskPages([path.join(import.meta.dirname, '../../tasks')]);
  const suitesOf = (plays: readonly string[] | null, played: readonly string[]) => {
    const { taskFiles, suites } = ofProject(all, plays, played);
    const ofTasks = new Set(taskFiles.map(({ suite }) => suite));
    expect([...suites.keys()].filter((id) => ofTasks.has(id)).sort()).toEqual([...ofTasks].sort());
    return [...suites.keys()].sort();
  };
  expect(suitesOf(['fixtures'], ['webvoyager', 'no longer here'])).toEqual(['fixtures', 'webvoyager']);
  expect(suitesOf(null, ['fixtures'])).toEqual([...all.suites.keys()].sort());
});
