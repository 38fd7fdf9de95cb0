import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { prepareServer } from '../../servers/connect-server.ts';
import { guestServer } from '../guests/guest-server.ts';
import { keyFoundIn } from '../key-found.ts';
import { scratchProject } from '../scratch-project.ts';

test('a confined server finds no key; where none can be confined the row says so', async () => {
  const project = await scratchProject({ git: false });
  const start = await prepareServer(guestServer(), { checkout: null, answers: [] }, `test-${randomUUID()}`);
  await start.end();
  const confined = start.unconfined === null;
  expect(await keyFoundIn(project, 'variable', true)).toEqual({
    looked: true,
    found: confined ? [] : ['environ'],
    confined,
  });
});
