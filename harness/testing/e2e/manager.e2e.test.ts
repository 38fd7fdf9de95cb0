import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { endManager } from '../ended-manager.ts';
import { managerOf } from '../manager.ts';
import { cleanEnv } from '../scratch-project.ts';
import { skillWorkspace } from '../skill-workspace.ts';

const main = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));

test.each(['SIGTERM'] as const)('%s ends the verifiers and saves the run, marked incomplete', endManager);

test('bad arguments and a port that is taken are told in one line', async () => {
  const { url } = await managerOf(await skillWorkspace());
  for (const [args, said] of [
    [['--port', 'x'], /^--port: found x; allowed is 0 to 65535\n$/],
    [['--port', '65536'], /^--port: found 65536/],
    [['--prot', '1'], /--prot/],
    [['--port', new URL(url).port], /^--port: \d+ is taken/],
  ] as const) {
    const { status, stderr } = spawnSync(process.execPath, [main, 'manager', ...args], {
      env: cleanEnv(),
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    expect(stderr).toMatch(said);
  }
});
