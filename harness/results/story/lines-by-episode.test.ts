import { expect, test } from 'vitest';
import { LinesByEpisode } from './lines-by-episode.ts';

const line = (taskId: string, trial: number, type: string) =>
  JSON.stringify({ runId: 'r', taskId, trial, type });

test('lines are found by task and trial, and the trials of a task in their order', () => {
  const lines = [line('a', 2, 'x'), line('b a', 1, 'x'), 'no event', line('a', 1, 'x'), line('a', 2, 'y')];
  const episodes = new LinesByEpisode(lines.join('\n'));
  expect(episodes.of('a', 2)).toEqual([lines[0], lines[4]]);
  expect(episodes.of('a', 3)).toEqual([]);
  expect(episodes.trialsOf('a')).toEqual([2, 1]);
  expect(episodes.trialsOf('b a')).toEqual([1]);
  expect(episodes.trialsOf('gone')).toEqual([]);
});
