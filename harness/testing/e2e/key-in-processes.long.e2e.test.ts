import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { Run } from '../../results/records/result.ts';
import { prepareServer } from '../../servers/connect-server.ts';
import { guestFlags } from '../guests/guest-flags.ts';
import { guestServer } from '../guests/guest-server.ts';
import { standInApi } from '../model-apis/stand-in-api.ts';
import { cleanEnv, type ScratchProject, scratchProject } from '../scratch-project.ts';

let project: ScratchProject;

beforeAll(async () => {
  project = await scratchProject({ git: false });
});

test('a confined server finds no key; where none can be confined the row says so', async () => {
  const start = await prepareServer(guestServer(), { checkout: null, answers: [] }, `test-${randomUUID()}`);
  await start.end();
  const confined = start.unconfined === null;
  expect(await keyFound('variable', true)).toEqual({
    looked: true,
    found: confined ? [] : ['environ'],
    confined,
  });
});

test('a server without namespaces finds a key that came by a variable, and the row says that it was not confined', async () => {
  expect(await keyFound('variable', false)).toEqual({
    looked: true,
    found: ['environ'],
    confined: false,
  });
});

test('a key from a file is in no environment and no command line that even such a server finds', async () => {
  expect(await keyFound('file', false)).toEqual({ looked: true, found: [], confined: false });
});

/** Which files of which processes hold the key, looked for by the server itself. */
const search = (key: string) => `
  const { readdirSync, readFileSync } = load('fs');
  const [head, tail] = ${JSON.stringify([key.slice(0, 20), key.slice(20)])};
  const found = [];
  for (const pid of readdirSync('/proc').filter((name) => /^\\d+$/.test(name)))
    for (const name of ['environ', 'cmdline'])
      try {
        if (readFileSync('/proc/' + pid + '/' + name, 'latin1').includes(head + tail)) found.push(name);
      } catch {}
  return { looked: true, found: [...new Set(found)] };`;

/** What a server finds of the key of a run that it is played in. */
async function keyFound(by: 'variable' | 'file', confine: boolean) {
  const key = `sk-ant-${randomUUID()}`;
  const out = `${by}-${confine}`;
  let said = '';
  const api = await standInApi(({ answers }) => {
    said = answers[0] ?? '';
    if (answers.length > 0) return { calls: [{ tool: 'done', args: { success: false } }] };
    return { calls: [{ tool: 'node', args: { code: search(key) } }] };
  });
  const file = path.join(project.folder, `${out}.key`);
  await writeFile(file, key, { mode: 0o600 });
  const { ANTHROPIC_API_KEY: _, ...env } = api.env;
  const { exitCode, stderr } = await project.harness(
    [
      ...['--adapter', 'claude', '--task', 'task-01-example-com-title', '--no-save', '--out', out],
      ...guestFlags(),
      ...(by === 'file' ? ['--key-file', file] : []),
    ],
    {
      env: {
        ...cleanEnv(),
        ...env,
        ...(by === 'variable' ? { ANTHROPIC_API_KEY: key } : {}),
        ...(confine ? {} : { CONTRACT_BENCH_CONFINE: '0' }),
      },
    },
  );
  expect([exitCode, stderr]).toEqual([0, expect.anything()]);
  expect(api.requests.every(({ headers }) => headers['x-api-key'] === key)).toBe(true);
  const [name = ''] = globSync('[0-9]*Z-*.json', { cwd: path.join(project.folder, out) });
  const run = Run.parse(JSON.parse(await readFile(path.join(project.folder, out, name), 'utf8')));
  return { ...JSON.parse(said), confined: run.config.server.confined };
}
