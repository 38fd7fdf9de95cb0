import { expect, test } from 'vitest';
import {
  expectFailed,
  expectStatusOfDeath,
  notThere as success,
  webOfStart as web,
} from '../../testing/guests/breakages.ts';
import { guestServer } from '../../testing/guests/guest-server.ts';
import { play } from '../../testing/play.ts';

test.each(['crashes the page', 'closes the browser'])('an agent that %s failed', expectFailed);

test('a browser that is gone before the first call is our failure', async () => {
  const server = { ...guestServer(), open: { tool: 'cdp', args: { method: 'Browser.close' } } };
  const { result } = await play({ web, success, server, calls: [['fail']] });
  expect([result.status, result.toolCalls, result.error]).toEqual(['tool_error', 0, 'the browser is gone']);
});

test.each([['model', 'failed']] as const)(
  'a server that dies in the hands of a %s is a %s',
  expectStatusOfDeath,
);
