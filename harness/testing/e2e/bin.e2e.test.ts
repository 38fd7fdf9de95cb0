import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../folder-of.ts';

/** What an older Node prints in a folder with these files. */
async function refusalWith(...files: string[]): Promise<string> {
  const folder = await folderOf();
  mkdirSync(path.join(folder, 'harness/cli'), { recursive: true });
  cpSync(path.join(import.meta.dirname, '../../cli/bin.mjs'), path.join(folder, 'harness/cli/bin.mjs'));
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), '');
  }
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${older}`, 'harness/cli/bin.mjs', '--version'],
    { cwd: folder, encoding: 'utf8' },
  );
  expect(status).toBe(2);
  return stderr;
}

test('an older Node is told what brings the newer one, by what is there of it', async () => {
  const repository = 'package-lock.json';
  expect(await refusalWith(repository)).toBe('Node 24 needed, found 20.1.0; npm ci brings it\n');
  expect(await refusalWith(repository, 'node_modules/node/package.json')).toMatch(
    /left it out: npm rebuild node brings it\n$/,
  );
  expect(await refusalWith(repository, 'node_modules/node/bin/node')).toMatch(
    /start this by npm run, as in npm run harness/,
  );
});

test('an older Node is refused by the package too', async () => {
  expect(await refusalWith()).toBe('contract-bench: Node 22.18 needed, found 20.1.0\n');
});
