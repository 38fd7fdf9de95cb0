import { expect, test } from 'vitest';
import type { Contract } from '../../judge/contract.ts';
import { Result } from '../../results/records/result.ts';
import { webOf } from '../../testing/folder-of.ts';
import { type Call, play } from '../../testing/play.ts';

const web = await webOf({
  'a.test/index.html': '<h1>Sign in</h1><input type="password" id="word">',
  'a.test/in.html': '<h1>Inside</h1>',
});
const inside: Contract = {
  kind: 'and',
  children: [
    { kind: 'url', pattern: '/in$' },
    { kind: 'dom_text', selector: 'h1', contains: 'Inside' },
  ],
};

const typing = (word: string): Call => [
  'run',
  {
    script: `const field = document.querySelector('#word'); field.value = ${JSON.stringify(word)};
      field.dispatchEvent(new Event('input', { bubbles: true }))`,
  },
];

/** Types a word of rows as a password, and does no more. */
async function expectFailedAfterTyping(word: string): Promise<void> {
  const { result, events } = await play({ web, success: inside, calls: [typing(word)] });
  expect(Result.parse(result)).toMatchObject({
    taskId: 'test-task',
    status: 'failed',
    verdict: { outcome: 'failed' },
    failedPostcondition: { name: 'postconditions[0] (url match)' },
    lastTool: 'run',
  });
  const start = events.find(({ type }) => type === 'episode_start');
  expect(start).toMatchObject({ server: 'guest', adapter: 'test', web: 'hermetic' });
}

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

test.each(['test-task', 'pass', 'failed', 'https', 'true', 'null'])(
  'an episode in which %s was typed and that failed is a failure of its task',
  expectFailedAfterTyping,
);
