import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { findChromium } from '../../../browser/chromium/find-chromium.ts';
import type { Server } from '../../../servers/server.ts';
import { guestServer } from '../../../testing/guests/guest-server.ts';
import { type Unfit, unfitServer } from '../../../testing/guests/unfit-server.ts';
import { marked } from '../../../testing/processes.ts';
import { checkLines } from './check-lines.ts';
import { checkServer } from './check-server.ts';

async function check(server: Server, { startMs = 20_000, openMs = 20_000 } = {}) {
  const hidden = { checkout: null, answers: [] };
  const limits = { startMs, openMs };
  const mark = `check-test-${randomUUID()}`;
  const found = await checkServer(server, { chromium: await findChromium(), hidden, limits, mark });
  expect(marked(mark)).toEqual([]);
  return found;
}

test('of a server that can be played with the tools are said with their arguments, and what opens a URL', async () => {
  const found = await check(guestServer());
  expect(found).toMatchObject({
    version: '1.2.3',
    open: { tool: 'open' },
    moved: true,
    faults: [],
    notes: [],
  });
  const lines = checkLines(found);
  expect(lines).toContain('  open(url?: string)  open it');
  expect(lines.at(-1)).toBe('it can be played with');
});

test.each<[Unfit, RegExp]>([
  [
    'crashes',
    /^it does not start: .*\(exit code 1\); its last words: Error \[ERR_MODULE_NOT_FOUND\]: Cannot find/,
  ],
])('of one that nothing can be played with (%s) the one reason is said', async (why, said) => {
  const { faults } = await check(unfitServer(why), { openMs: 8000 });
  expect(faults).toEqual([expect.stringMatching(said)]);
});
