import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { importModule } from '../platform/import-module.ts';
import { folderOf } from '../testing/folder-of.ts';
import { cleanEnv } from '../testing/scratch-project.ts';
import { sized } from '../testing/sized.ts';
import { thisProject } from './this-project.ts';

const endless = 'await new Promise(() => {});';
const never = /never finished loading/;

/** What a module does in place of loading, and what the command then says of its file. */
const unloaded: readonly [name: string, text: string, says: RegExp][] = [
  [
    'ends the process with the code of a verdict',
    'process.exit(0);',
    /the process ended while this module was/,
  ],
  ['awaits a promise that nothing resolves', endless, never],
  ['awaits a timer that keeps nothing alive', 'await new Promise((r) => setTimeout(r, 1e9).unref());', never],
  [
    'awaits an event that never comes',
    "import { EventEmitter, once } from 'node:events'; await once(new EventEmitter(), 'ready');",
    never,
  ],
  ['fails after it was left', `setTimeout(() => { throw new Error('late'); }, 1); ${endless}`, /loading/],
];
const commands = sized([['gate']], [['gate'], ['check', '--json'], ['run'], ['list', 'suites'], ['doctor']]);

test.each(sized(unloaded.slice(0, 2), unloaded))(
  'a configuration that %s: no command ends with a verdict',
  async (_, text, says) => {
    const folder = await folderOf({ 'contract-bench.config.mjs': `${text}\nexport default {};\n` });
    for (const words of commands) {
      const ended = await execa(
        process.execPath,
        [path.join(thisProject.root, 'harness/cli/bin.mjs'), ...words],
        { cwd: folder, reject: false, stdin: 'ignore', extendEnv: false, env: cleanEnv() },
      );
      expect([words, ended.exitCode]).toEqual([words, 2]);
      expect(ended.stderr).toMatch(says);
      expect(ended.stderr).toContain('contract-bench.config.mjs');
      if (words.includes('--json'))
        expect(JSON.parse(ended.stdout)).toMatchObject({ error: { exitCode: 2 } });
    }
  },
);

test('a module that keeps the process alive and never finishes loading is given up after a while', async () => {
  const folder = await folderOf({ 'host.mjs': `setInterval(() => {}, 1000).unref(); ${endless}\n` });
  await expect(importModule(path.join(folder, 'host.mjs'), 50)).rejects.toThrow(never);
});
