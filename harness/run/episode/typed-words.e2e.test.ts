import { expect, test } from 'vitest';
import { Result } from '../../results/records/result.ts';
import {
  expectFailedAfterTyping,
  inside,
  typing,
  webOfSignIn as web,
} from '../../testing/guests/typed-words.ts';
import { play } from '../../testing/play.ts';

/** The words of a row itself, and of what it is judged by. */
const words = ['pass', 'passed', 'failed', 'test-task', 'https', 'true', 'null', 'a.test', 'text', 'done'];

test('no word that is typed as a password changes a row', async () => {
  const { result, trajectory, events, facts } = await play({
    web,
    success: inside,
    calls: [...words.map(typing), ['open', { url: 'https://a.test/in' }]],
  });
  expect(Result.parse(result)).toMatchObject({
    taskId: 'test-task',
    status: 'passed',
    success: true,
    finalUrl: expect.stringMatching(/in$/),
    verdict: { outcome: 'passed' },
    lastTool: 'open',
  });
  expect(facts?.second).toMatchObject({ url: facts?.first.url });
  expect(trajectory.steps.map(({ call: { tool } }) => tool)).toEqual([...words.map(() => 'run'), 'open']);
  expect(events.at(-1)).toMatchObject({ type: 'task_passed', status: 'passed' });
});

test.each(['test-task'])(
  'an episode in which %s was typed and that failed is a failure of its task',
  expectFailedAfterTyping,
);
