import { expect } from 'vitest';
import type { Contract } from '../../judge/contract.ts';
import { Result } from '../../results/records/result.ts';
import { webOf } from '../folder-of.ts';
import { type Call, play } from '../play.ts';

export const webOfSignIn = await webOf({
  'a.test/index.html': '<h1>Sign in</h1><input type="password" id="word">',
  'a.test/in.html': '<h1>Inside</h1>',
});
export const inside: Contract = {
  kind: 'and',
  children: [
    { kind: 'url', pattern: '/in$' },
    { kind: 'dom_text', selector: 'h1', contains: 'Inside' },
  ],
};

export const typing = (word: string): Call => [
  'run',
  {
    script: `const field = document.querySelector('#word'); field.value = ${JSON.stringify(word)};
      field.dispatchEvent(new Event('input', { bubbles: true }))`,
  },
];

/** Types a word of rows as a password, and does no more. */
export async function expectFailedAfterTyping(word: string): Promise<void> {
  const { result, events } = await play({ web: webOfSignIn, success: inside, calls: [typing(word)] });
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
