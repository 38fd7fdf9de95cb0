import { expect, test } from 'vitest';
import { exampleFailure, exampleResult } from '../../harness/results/examples/example-run.ts';
import { lostEpisodes } from './lost-episodes.ts';

test('what did not pass is counted by its end, the clause of its task and its last tool, the most frequent first', () => {
  const { statuses, clauses, tools } = lostEpisodes([
    exampleResult({ lastTool: 'click' }),
    exampleFailure({ taskId: 'b', lastTool: 'click' }),
    exampleFailure({ taskId: 'a', lastTool: 'type' }),
    exampleFailure({ taskId: 'a', lastTool: 'type', status: 'max_steps' }),
    exampleResult({ taskId: 'c', status: 'tool_error', success: false }),
  ]);
  const counted = (each: typeof statuses) => each.map(({ name, episodes }) => [name, episodes.length]);
  expect(counted(statuses)).toEqual([
    ['failed', 2],
    ['max_steps', 1],
    ['tool_error', 1],
  ]);
  expect(counted(clauses)).toEqual([
    ['a: postconditions[1] (dom_text match)', 2],
    ['b: postconditions[1] (dom_text match)', 1],
  ]);
  expect(counted(tools)).toEqual([
    ['type', 2],
    ['click', 1],
  ]);
  expect(lostEpisodes([exampleResult()])).toEqual({ statuses: [], clauses: [], tools: [] });
});
