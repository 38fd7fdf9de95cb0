import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { exampleRun } from '../../results/examples/example-run.ts';
import { saveRun } from '../../results/store/save-run.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { cleanEnv } from '../../testing/scratch-project.ts';

test('it opens no connection and changes no file of the project, as the kernel sees it', async () => {
  const folder = await folderOf({ 'contract-bench.config.json': '{}' });
  await saveRun(path.join(folder, 'results'), 'a'.repeat(40), { date: null, parents: [] }, exampleRun());
  const trace = path.join(await folderOf(), 'trace');
  const words = [
    '-f',
    '-y',
    '-o',
    trace,
    '-e',
    'trace=connect,bind,openat,unlink,unlinkat,rename,mkdir,mkdirat',
  ];
  const command = [process.execPath, path.join(thisProject.root, 'harness', 'cli', 'main.ts'), 'mcp'];
  const child = spawn('strace', [...words, ...command], {
    cwd: folder,
    env: cleanEnv(),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  const messages = [
    { id: 1, method: 'initialize', params },
    { id: 2, method: 'tools/call', params: { name: 'leaderboard', arguments: {} } },
    { id: 3, method: 'tools/call', params: { name: 'show_run', arguments: { run: 'run-1' } } },
  ];
  child.stdin.end(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));
  await once(child, 'close');
  expect(said.match(/"id":[123]/g)).toHaveLength(3);
  expect(said).not.toContain('isError');
  const calls = readFileSync(trace, 'utf8').split('\n');
  expect(calls.filter((call) => /AF_INET/.test(call))).toEqual([]);
  const changing = /O_WRONLY|O_RDWR|O_CREAT|unlink|rename|mkdir/;
  expect(calls.filter((call) => changing.test(call) && call.includes(`"${folder}`))).toEqual([]);
  expect(calls.some((call) => call.includes(`"${folder}/results/`))).toBe(true);
});
