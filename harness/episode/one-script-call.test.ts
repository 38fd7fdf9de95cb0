import { expect, test } from 'vitest';
import { servers } from '../servers/index.ts';
import { playOneScriptCall } from '../test-guests/one-script-call.ts';

test.each([
  ['playwright', 'fixture-dialog'],
  ['chrome-devtools', 'fixture-cookie-isolation-1-set'],
])('one call of the script tool of %s does not end %s', async (serverId, taskId) => {
  const server = servers.find(({ id }) => id === serverId);
  expect(server && (await playOneScriptCall(server, taskId))).toEqual({
    status: 'failed',
    toolCalls: 1,
    serverErrors: 0,
  });
});
