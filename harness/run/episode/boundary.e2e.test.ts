import { expect, test } from 'vitest';
import { playAfter, postToChildsWeb } from '../../testing/guests/order-past-browser.ts';

test('an order that was sent to the web past the browser is tampered', async () => {
  const { result, trajectory, events } = await playAfter(postToChildsWeb);
  expect(result).toMatchObject({
    status: 'tampered',
    failedPostcondition: { name: 'boundary', observed: '1 came to the web past it' },
  });
  expect(trajectory.unmatchedRequests).toBe(1);
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'unmatched_request', url: 'https://past.test/order' }),
  );
});
