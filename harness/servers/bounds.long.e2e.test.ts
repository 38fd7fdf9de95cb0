import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { folderOf } from '../testing/folder-of.ts';
import type { GuestFlag } from '../testing/guests/guest-server.ts';

const script = path.join(import.meta.dirname, '../testing/guests/server-memory.ts');
const mostMegabytes = 300;

/** The memory of a separate process for calls of the guest, and its final message. */
async function measure(
  call: { flags?: GuestFlag; tool?: string; args?: object; times?: number } = {},
): Promise<{ said: string; megabytes: number }> {
  const { flags = '', tool = 'say', args = { content: [] }, times = 1 } = call;
  const { stdout } = await execa(process.execPath, [
    script,
    await folderOf(),
    flags,
    tool,
    JSON.stringify(args),
    String(times),
  ]);
  return JSON.parse(stdout);
}

test('a message of 200 MB is an error of its server, and is not kept', async () => {
  const { said, megabytes } = await measure({ tool: 'endless', args: { megabytes: 200 } });
  expect(said).toBe('LostTransport: the server sent a message of more than 16777216 bytes');
  expect(megabytes).toBeLessThan(mostMegabytes);
});

test('a list of 20,000 tools of 2 kB is rejected', async () => {
  const { said, megabytes } = await measure({ flags: '--many-tools' });
  expect(said).toMatch(
    /^Error: the server lists too much: 3000 tools, \d+ characters on 3 pages; at most 2000,/,
  );
  expect(megabytes).toBeLessThan(mostMegabytes);
});

test('a series of long answers is not kept either', async () => {
  const { said, megabytes } = await measure({ tool: 'long', args: { length: 15e6 }, times: 8 });
  expect(said).toMatch(/^x+$/);
  expect(megabytes).toBeLessThan(mostMegabytes);
});

test('a version of a megabyte is cut, without control characters', async () => {
  const { said, megabytes } = await measure({ flags: '--long-names', times: 0 });
  expect(said).toMatch(/^9\.9 \[31m9+$/);
  expect(said.length).toBeLessThanOrEqual(100);
  expect(megabytes).toBeLessThan(mostMegabytes);
});
