import { expect, test } from 'vitest';
import { playAfter, postToChildsWeb } from '../../testing/guests/order-past-browser.ts';
import type { Call } from '../../testing/play.ts';

test('the same order sent by a page passes', async () => {
  const script = 'fetch("/order", { method: "POST" }).then(() => 1)';
  const { result, trajectory } = await playAfter(() => {}, [['run', { script }]]);
  expect([result.status, trajectory.unmatchedRequests]).toEqual(['passed', 0]);
});

test('nor does one hide it that the guest has the browser send and answers by itself', async () => {
  const answer: Call = ['answer', { pattern: 'https://past.test/order', type: 'text/plain', body: 'decoy' }];
  const script = 'fetch("/order", { method: "POST" }).then((answer) => answer.text())';
  const { result, events } = await playAfter(postToChildsWeb, [answer, ['run', { script }]]);
  const answers = events.flatMap((event) => (event.type === 'tool_result' ? [event.preview] : []));
  expect(answers).toContain('"decoy"');
  expect(result).toMatchObject({ status: 'tampered', failedPostcondition: { name: 'boundary' } });
});
