import { writeFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { cleanEnv, type ScratchProject, scratchProject } from '../testing/scratch-project.ts';

let project: ScratchProject;
beforeAll(async () => {
  project = await scratchProject({ git: false });
});

test('DEBUG tells on standard error what is said to server, browser and web and what is decided, and no secret', async () => {
  const secret = 'sk-stand-in-in-the-goal-0123456789';
  const calls = `{"tool": "browser_navigate", "args": {"url": "https://example.com/?token=${secret}"}}\n`;
  const script = `${project.folder}/calls.jsonl`;
  await writeFile(script, calls);
  const { stdout, stderr } = await project.harness(
    [
      '--task',
      'example-h1',
      '--adapter',
      'script',
      '--script',
      script,
      '--out',
      'told',
      '--reporter',
      'dots',
    ],
    { env: { ...cleanEnv(), DEBUG: 'contract-bench:*', MY_API_KEY: secret } },
  );
  for (const told of [
    /^contract-bench:server \[">",\{"method":"initialize"/m,
    /^contract-bench:server \["<",\{"result":.*"serverInfo"/m,
    /^contract-bench:browser \[">",\{"id":\d+,"method":"Target\./m,
    /^contract-bench:web GET https:\/\/example\.com\/.* -> 200$/m,
    /^contract-bench:agent \["decides",\{"kind":"call","tool":"browser_navigate"/m,
    /\[redacted:key\]/,
  ])
    expect(stderr).toMatch(told);
  expect(stderr).not.toContain(secret);
  expect(stdout).not.toContain('contract-bench:');
});

test('a name that DEBUG knows not is said to be none, and the command goes on', async () => {
  const { stdout, stderr, exitCode } = await project.harness(['list', 'reporters'], {
    env: { ...cleanEnv(), DEBUG: 'contract-bench:wep' },
  });
  expect(stderr).toMatch(
    /^DEBUG: found contract-bench:wep; there is contract-bench:server, contract-bench:browser, /,
  );
  expect({ exitCode, isTold: stdout.includes('dots') }).toEqual({ exitCode: 0, isTold: true });
});
