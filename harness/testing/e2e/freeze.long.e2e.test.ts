import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { folderOf } from '../folder-of.ts';
import { ownProject, runIn } from '../own-project.ts';
import { runTogether } from '../run-together.ts';
import { scratchProject } from '../scratch-project.ts';

test('a live page is frozen by playing it', async () => {
  const { url, close } = await liveSite();
  const tasks = await liveTask(url, 'open');
  const { folder, at } = await ownProject();
  const { exitCode, lines } = await runIn(folder, 'freeze', {
    ...{ tasks: path.join(tasks, 'own.md'), adapter: 'script', script: path.join(tasks, 'calls.jsonl') },
    out: at('out'),
  });
  await close();
  expect(lines).toEqual([expect.stringMatching(/^frozen: {2}.*own\.har\. To play on these pages, type/)]);
  expect(exitCode).toBe(0);
  const { log } = JSON.parse(await readFile(at('out', 'own.har'), 'utf8'));
  expect(
    log.entries.map(({ request }: { request: { url: string } }) => request.url.slice(url.length)),
  ).toEqual(expect.arrayContaining(['/', '/old', '/goal', '/data']));
});

test('freeze is for one task on the live web', async () => {
  const [hermetic, all] = await runTogether({ folder: thisProject.root }, [
    ['freeze', '--task', 'example-h1', '--web', 'hermetic'],
    ['freeze', '--suite', 'webvoyager'],
  ]);
  expect(hermetic).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/got --web hermetic; expected no --web/),
  });
  expect(all).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/got 10 episodes; expected one. Choose one task with --task/),
  });
});

test('a live page is frozen by playing it, and the archive alone serves it again', async () => {
  const project = await scratchProject({ git: false });
  const { url, close } = await liveSite();
  const folder = await liveTask(url, 'browser_navigate');
  const common = ['--tasks', path.join(folder, 'own.md'), '--out', path.join(folder, 'out')];
  const script = ['--adapter', 'script', '--script', path.join(folder, 'calls.jsonl')];
  const frozen = await project.harness(['freeze', ...common, ...script]);
  await close();
  expect(frozen.stdout).toMatch(/passed {2}own[\s\S]*frozen: {2}.*own\.har\. To play on these pages, type/);
  expect(frozen.exitCode).toBe(0);
  const file = path.join(folder, 'out', 'own.har');
  const { log } = JSON.parse(await readFile(file, 'utf8'));
  expect(
    log.entries.map(({ request }: { request: { url: string } }) => request.url.slice(url.length)),
  ).toEqual(expect.arrayContaining(['/', '/old', '/goal', '/data']));

  const again = await project.harness(['--no-save', ...common, ...script, '--web', `har:${file}`]);
  expect(again.stdout).toMatch(/hermetic web[\s\S]*passed {2}own/);
  expect(again.exitCode).toBe(0);
});

/** A real site on the loopback address, standing in for the internet: a cookie, a redirect, JSON fetched by a script. */
async function liveSite(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(({ url = '/', headers }, response) => {
    if (url === '/') {
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'seen=yes; Path=/' });
      response.end('<h1>Start</h1><a href="/old">on</a>');
    } else if (url === '/old') response.writeHead(302, { location: '/goal' }).end();
    else if (url === '/goal') {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        '<p id="out"></p><script>fetch("/data").then((r) => r.json()).then(({ word }) => { document.querySelector("#out").textContent = word + ", " + document.cookie; })</script>',
      );
    } else if (url === '/data') {
      const word = headers.cookie?.includes('seen=yes') ? 'with a cookie' : 'without';
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ word }));
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A folder with a task of that site, `own.md`, and the one call that does it, `calls.jsonl`. */
async function liveTask(url: string, tool: string): Promise<string> {
  return folderOf({
    'own.md': `---
id: own
title: Own
goal: 'Follow the link.'
startUrl: ${url}/
judge: end
verify: live
maxSteps: 5
maxDurationMs: 30000
success:
  kind: and
  children:
    - { kind: url, pattern: '/goal$' }
    - { kind: dom_text, selector: '#out', contains: 'with a cookie, seen=yes' }
---
why
`,
    'calls.jsonl': `{"tool": "${tool}", "args": {"url": "${url}/old"}}\n`,
  });
}
