import { expect, test } from 'vitest';
import { servers } from '../../servers/index.ts';
import { oneScriptCalls, playOneScriptCall } from '../../testing/guests/one-script-call.ts';

const fromNpm = servers.filter(({ origin }) => 'package' in origin);
const attacks = fromNpm.flatMap((server) =>
  Object.keys(oneScriptCalls).map((taskId) => ({ server, taskId })),
);

test.each(attacks)(
  'one call of the script tool of $server.id does not end $taskId',
  async ({ server, taskId }) => {
    expect(await playOneScriptCall(server, taskId)).toEqual({
      status: 'failed',
      toolCalls: 1,
      serverErrors: 0,
    });
  },
);

test('there are twelve of them', () => expect(attacks).toHaveLength(12));
