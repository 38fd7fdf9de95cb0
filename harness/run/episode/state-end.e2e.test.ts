import { expect, test } from 'vitest';
import { open, order, played } from '../../testing/guests/order-of-state.ts';

test.concurrent('what the site holds and the agent says is judged, and nothing is looked at again', async () => {
  const { ended, facts, result, trajectory } = await played([order(4180)]);
  expect(ended).toEqual(['passed', null]);
  expect(facts).toMatchObject({ provenance: null, second: null });
  expect(facts?.first).toMatchObject({ answer: { text: '41.80 EUR' }, elsewhere: [] });
  expect(result).toMatchObject({ answer: '41.80 EUR', firstHeldAtStep: 1 });
  expect(trajectory.report?.storedAnswer).toMatchObject({ $answer: 1 });
});

test.concurrent('the right thing and one thing more is too much, and named', async () => {
  const { ended } = await played([order(4180), open('https://b.test/'), order(1)]);
  expect(ended).toEqual(['failed', 'unexpected: orders 1042 added on b.test']);
});

test.concurrent('a page that shows all that is wanted changes nothing', async () => {
  const { ended } = await played([
    ['run', { script: `document.body.innerHTML = 'order 1042: total 41.80 EUR'` }],
  ]);
  expect(ended[0]).toBe('failed');
});

test.concurrent('a web that is never quiet is not judged', async () => {
  const { result } = await played([order(4180), open('https://a.test/restless')]);
  expect(result).toMatchObject({ status: 'inconclusive' });
  expect(result.error).toContain('requests were still open 3 s after the end');
});
