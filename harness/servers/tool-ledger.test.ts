import { readFile, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { digest } from '../platform/digest.ts';
import { folderOf } from '../testing/folder-of.ts';
import { parseToolLedger, readToolLedger, writeToolLedger } from './tool-ledger.ts';

const tools = [{ name: 'open', inputSchema: { type: 'object', properties: { z: {}, a: {} } } }];
const session = { version: '1.2.3', tools, toolsSha256: digest(tools) };

test('what was written is read again, its keys as the server gave them', async () => {
  const folder = await folderOf();
  await writeToolLedger(folder, 'guest', session);
  expect(await readToolLedger(folder, 'guest')).toEqual({
    schema: 'contract-bench.tools.v1',
    server: { id: 'guest', version: '1.2.3' },
    sha256: session.toolsSha256,
    tools,
  });
  expect(await readFile(path.join(folder, 'guest/tools.json'), 'utf8')).toMatch(/"z": \{\},\s+"a": \{\}/);
});

test('it is written again only where it says something else', async () => {
  const folder = await folderOf();
  const file = path.join(folder, 'guest/tools.json');
  await writeToolLedger(folder, 'guest', session);
  await utimes(file, 1, 1);
  await writeToolLedger(folder, 'guest', session);
  expect((await stat(file)).mtimeMs).toBe(1000);
  await writeToolLedger(folder, 'guest', { ...session, version: '1.2.4' });
  expect((await readToolLedger(folder, 'guest')).server.version).toBe('1.2.4');
});

test('all mistakes of a ledger are named, and where there is none', async () => {
  const ledger = {
    schema: 'contract-bench.tools.v1',
    server: { id: 'a', version: '1' },
    sha256: '0'.repeat(64),
  };
  expect(parseToolLedger('f', '{', 'a')).toEqual({
    mistakes: [expect.stringMatching(/^f: invalid JSON \(/)],
  });
  expect(parseToolLedger('f', '{"server": 1}', 'a')).toMatchObject({ mistakes: { length: 4 } });
  expect(parseToolLedger('f', JSON.stringify({ ...ledger, tools }), 'b')).toEqual({
    mistakes: [
      `f: sha256: must be ${digest(tools)} for the tools as they are; found ${ledger.sha256}`,
      'f: server.id: must be the folder\'s "b"; found "a"',
    ],
  });
  await expect(readToolLedger('nowhere', 'a')).rejects.toThrow(/no ledger nowhere\/a\/tools\.json; record/);
});
