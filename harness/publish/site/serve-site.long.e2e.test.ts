import { createServer } from 'node:net';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { within } from '../../testing/processes.ts';
import { cleanEnv } from '../../testing/scratch-project.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('a server listens on a port');
  return address.port;
}

/** What is answered at `/`, asked for until it is there. */
async function firstPage(port: number): Promise<string> {
  let page = '';
  await within(60_000, async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    if (answer?.ok) page = await answer.text();
    return page !== '';
  });
  if (page === '') throw new Error('nothing was served');
  return page;
}

type Served = { page: string; exitCode: number | undefined; said: string };

async function servedBy(...options: string[]): Promise<Served> {
  const port = await freePort();
  const cli = path.join(thisProject.root, 'harness/cli/main.ts');
  const serving = execa(process.execPath, [cli, 'site', ...options, '--port', String(port)], {
    ...{
      cwd: thisProject.root,
      reject: false,
      all: true,
      stdin: 'ignore',
      extendEnv: false,
      env: cleanEnv(),
    },
  });
  try {
    const page = await firstPage(port);
    serving.kill('SIGINT');
    const { exitCode, all } = await serving;
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
    return { page, exitCode, said: String(all) };
  } finally {
    serving.kill('SIGKILL');
  }
}

test('--dev serves the site without a build, --preview what was built, each until it is told to end', async () => {
  const dev = await servedBy('--dev');
  expect(dev).toMatchObject({
    exitCode: 0,
    page: expect.stringContaining('Which browser should your AI agent drive?'),
  });
  expect(dev.said).not.toMatch(/error/i);
  const out = await folderOf({ 'index.html': '<!doctype html><title>built before</title>' });
  const preview = await servedBy('--preview', '--out', out);
  expect(preview).toMatchObject({ exitCode: 0, page: expect.stringContaining('built before') });
});
