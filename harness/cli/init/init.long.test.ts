import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { init, installed } from '../../testing/init-command.ts';

test('without a terminal it does with --yes what it is for, and says what comes next', async () => {
  const folder = await folderOf(installed);
  const { exitCode, stdout } = await init(
    folder,
    '--yes',
    '--server',
    'node s.js {endpoint}',
    '--server-id',
    'own',
  );
  expect(exitCode).toBe(0);
  expect(stdout).toContain('write:   contract-bench.config.ts');
  expect(stdout).toContain('npx contract-bench gate --no-base');
  expect(await readFile(path.join(folder, 'contract-bench.config.ts'), 'utf8')).toContain(
    "servers: [{ id: 'own', command: 'node s.js {endpoint}' }, 'playwright'],",
  );
  const again = await init(folder, '--yes');
  expect([again.exitCode, again.stdout]).toEqual([
    0,
    expect.stringContaining('nothing to write: all of it is there'),
  ]);
  const second = await init(folder, '--yes', '--server', "node 's.js' {port}");
  expect(second.stdout).toContain(
    "--server: contract-bench.config.ts is not changed; where it does not have the server yet, put it into its servers: { id: 'mine', command: 'node \\'s.js\\' {port}' }",
  );
  const wrong = await init(folder, '--yes', '--server', 'node s.js');
  expect([wrong.exitCode, wrong.stderr]).toEqual([
    2,
    expect.stringContaining('--server: found "node s.js"; allowed is'),
  ]);
});
