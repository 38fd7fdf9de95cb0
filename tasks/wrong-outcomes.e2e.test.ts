import { expect, test } from 'vitest';
import { endOf, forging, order, post, show } from '../harness/testing/end-of-task.ts';
import type { Call } from '../harness/testing/play.ts';

test.each([['fixture-spa-route', post('/api/open/3'), '<p id=note>valve 14', '/notes/3']])(
  'one script call from the start page does not end %s',
  async (taskId, requests, html, address) => {
    expect((await endOf(taskId, forging(requests, html, address))).status).toBe('failed');
  },
);

test.each([['another name with the same initials', [order('Al Lee', 'balcony', 2, 'door')]]])(
  '%s is not the order that was asked for',
  async (_, orders) => {
    const { status, failed } = await endOf('local-form-submit', [...orders, show('/orders/HC-AL-2BD')]);
    expect([status, failed]).toEqual(['failed', expect.stringMatching(/dom_(text|count)/)]);
  },
);

test('the right order alone is', async () => {
  const calls = [order('ada  lovelace', 'balcony', 2, 'door'), show('/orders/HC-AL-2BD')];
  expect((await endOf('local-form-submit', calls)).status).toBe('passed');
});

test('a badge that was taken after all fails the task that says not to', async () => {
  const calls: Call[] = [
    ['open', { url: 'https://badge.fixture.test/desk' }],
    ['run', { script: `fetch('/api/badge', { method: 'POST' }).then(({ status }) => status)` }],
  ];
  expect(await endOf('fixture-cookie-isolation-2-check', calls)).toEqual({
    status: 'failed',
    failed: expect.stringContaining('not'),
  });
});
