import { expect, test } from 'vitest';
import { findServer } from '../../servers/index.ts';
import { playOneScriptCall } from '../../testing/guests/one-script-call.ts';

test.each([['chrome-devtools', 'fixture-cookie-isolation-1-set']])(
  'one call of the script tool of %s does not end %s',
  async (serverId, taskId) => {
    expect(await playOneScriptCall(findServer(serverId), taskId)).toEqual({
      status: 'failed',
      toolCalls: 1,
      serverErrors: 0,
    });
  },
);
