import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { thisProject } from '../../../cli/this-project.ts';
import { projectAt } from '../../../platform/project.ts';
import { readSuites } from '../../../task/read-suites.ts';
import { noPatternCheck } from '../../../task/read-tasks.ts';
import { folderOf } from '../../../testing/folder-of.ts';
import { readAcceptedEnds } from './read-right-ends.ts';

const ends = await readAcceptedEnds(thisProject, []);
const { tasks } = await readSuites(thisProject.tasks, noPatternCheck);

test('every task has at least four accepted end states, and each belongs to a task', () => {
  // A template brings other right ways of its own.
  const written = tasks.filter(({ instance }) => instance === undefined);
  const few = written.filter(({ task }) => ends.filter(({ taskId }) => taskId === task.id).length < 4);
  expect(few.map(({ task }) => task.id)).toEqual([]);
  expect(ends.filter(({ taskId }) => !tasks.some(({ task }) => task.id === taskId))).toEqual([]);
  expect(ends.length).toBeGreaterThanOrEqual(120);
});

test('an imitation of a site names its source, and every imitation is played', async () => {
  const folder = path.join(thisProject.tasks, 'right-end-states', 'web');
  const used = new Set(ends.flatMap(({ webRoot }) => webRoot ?? []));
  expect(ends.filter(({ webRoot, source }) => webRoot !== null && source === null)).toEqual([]);
  expect([...used].sort()).toEqual((await readdir(folder)).map((name) => path.join(folder, name)).sort());
});

test.each([
  ['{"tool":"x"}', /a\/b\.jsonl: missing title; expected/],
  ['# title\n# wbe: x', /a\/b\.jsonl: got "# wbe: x"; expected one of web, source, natural/],
  ['# title\n# web:', /a\/b\.jsonl: got "# web:"; expected one of/],
])('a file with %j is rejected', async (text, message) => {
  const folder = await folderOf({ 'tasks/right-end-states/a/b.jsonl': text });
  await expect(readAcceptedEnds(projectAt(folder), [])).rejects.toThrow(message);
});

test('a task without accepted end states is reported', async () => {
  await expect(readAcceptedEnds(thisProject, ['example-h1', 'x'])).rejects.toThrow('--task: got "x"');
});
