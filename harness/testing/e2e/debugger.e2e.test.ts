import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { removeLater } from '../remove-later.ts';
import { cleanEnv } from '../scratch-project.ts';

test('the signal that would open a debugger in the harness opens none', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'cbt-'));
  removeLater(folder);
  const child = spawn(
    process.execPath,
    [path.join(thisProject.root, 'harness/cli/main.ts'), 'manager', '--port', '0', '--workspace', folder],
    { env: cleanEnv(), stdio: ['ignore', 'pipe', 'pipe'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  await once(createInterface({ input: child.stdout }), 'line');
  child.kill('SIGUSR1');
  // Handled in their order: when this one has ended it, the other one is done with.
  child.kill('SIGINT');
  await once(child, 'close');
  expect(errors).not.toContain('Debugger');
});
