import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { cleanEnv, scratchProject } from '../scratch-project.ts';
import { toldByDebug } from '../told-by-debug.ts';

test('DEBUG tells on standard error what is said to server, browser and web and what is decided, and no secret', async () => {
  const project = await scratchProject({ git: false });
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
  for (const told of toldByDebug({ tool: 'browser_navigate', host: 'example.com' }))
    expect(stderr).toMatch(told);
  expect(stderr).not.toContain(secret);
  expect(stdout).not.toContain('contract-bench:');
});
