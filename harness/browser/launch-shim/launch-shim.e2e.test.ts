import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { browserOf, until } from '../../testing/browser-of.ts';
import {
  expectEndsWithBrowser,
  expectEndsWithLauncher,
  expectStays,
  pagesToLaunch,
  shimOf,
} from '../../testing/guests/launchers.ts';
import { isAlive } from '../../testing/processes.ts';

/** Of all tests that leave it as it was. */
const browser = await browserOf(pagesToLaunch);

/** Launched by hand: commands go to file descriptor 3, answers come from 4. */
async function piped(executable: string) {
  const child = spawn(executable, ['--remote-debugging-pipe'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [, , , commands, answers] = child.stdio;
  if (!commands || !('write' in commands) || !answers || !('read' in answers)) throw new Error('no pipes');
  // Of a process that is gone.
  commands.on('error', () => {});
  const messages: Record<string, unknown>[] = [];
  let rest = '';
  answers.setEncoding('utf8').on('data', (text: string) => {
    const texts = (rest + text).split('\0');
    rest = texts.pop() ?? '';
    messages.push(...texts.map((each) => JSON.parse(each)));
  });
  const ended = once(child, 'exit').then(([code]) => code as number);
  return { child, commands, answers, messages, ended };
}

test.each(['launch of Playwright, over a pipe'])(
  '%s gets the browser that is there, which stays',
  expectStays,
);

test('it says the version of the browser', async () => {
  const { executable } = await shimOf(browser);
  expect((await execa(executable, ['--version'])).stdout).toMatch(/^Chromium \d+\.\d+\.\d+\.\d+$/);
  expect((await execa(executable, ['--product-version'])).stdout).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
});

test('a command in pieces arrives whole, several in one piece arrive in their order', async () => {
  const { executable } = await shimOf(browser);
  const { commands, messages, ended } = await piped(executable);
  for (const byte of '{"id":1,"method":"Browser.getVersion"}\0{"id":2,"method":"Target.')
    commands.write(byte);
  await until(() => messages.length === 1);
  const close = '{"id":4,"method":"Browser.close","sessionId":"s"}\0{"id":5,"method":"Browser.getVersion"}\0';
  commands.write(`getTargets"}\0{"id":3,"method":"No.Browser.close"}\0${close}`);
  expect(await ended).toBe(0);
  expect(messages.at(-1)).toEqual({ id: 4, result: {}, sessionId: 's' });
  expect(messages.map(({ id }) => id)).not.toContain(5);
});

test('a launcher that closes its pipe leaves nothing behind', async () => {
  const { executable, titles } = await shimOf(browser);
  const { commands, ended } = await piped(executable);
  commands.end();
  expect(await ended).toBe(0);
  expect(await titles()).toHaveLength(1);
});

test.each(['--remote-debugging-pipe'])('with %s it ends with the browser', expectEndsWithBrowser);

test.each(['--remote-debugging-pipe'])('with %s it ends with a launcher that is killed', (flag) =>
  expectEndsWithLauncher(flag, browser),
);

test('at a wanted port it answers as the browser would, and says where it listens', async () => {
  const { executable, folder } = await shimOf(browser);
  const port = await freePort();
  const flags = [`--remote-debugging-port=${port}`, `--user-data-dir=${folder}/profile`];
  const child = spawn(executable, [...flags, '--remote-allow-origins=http://b.test'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const [said] = await once(child.stderr, 'data');
  const [, url = ''] = /^\nDevTools listening on (ws:\S+)\n$/.exec(String(said)) ?? [];
  expect(await readFile(`${folder}/profile/DevToolsActivePort`, 'utf8')).toBe(
    `${port}\n${new URL(url).pathname}`,
  );
  const answer = await fetch(`http://127.0.0.1:${port}/json/version`);
  expect(await answer.json()).toMatchObject({ webSocketDebuggerUrl: url });
  // Chromium lets pages in that a launcher names, and no others.
  expect(await statusOf(url, 'http://b.test')).toBe(101);
  expect(await statusOf(url, 'http://c.test')).toBe(403);
  const socket = new WebSocket(url);
  await once(socket, 'open');
  socket.send('{"id":1,"method":"Browser.close"}');
  const [{ data }] = await once(socket, 'message');
  expect(JSON.parse(data)).toEqual({ id: 1, result: {} });
  expect((await ended)[0]).toBe(0);
  expect(isAlive(child.pid ?? 0)).toBe(false);
});

test('a launcher that asks for what it cannot have is told so', async () => {
  const { executable } = await shimOf(browser);
  const told = async (...flags: string[]) => {
    const { exitCode, stderr } = await execa(executable, flags, { reject: false });
    return [exitCode, stderr.trim()];
  };
  expect(await told('-juggler-pipe')).toEqual([
    1,
    'launch shim: found neither --remote-debugging-pipe nor --remote-debugging-port; nobody can be connected',
  ]);
  expect(await told('--remote-debugging-pipe=cbor')).toEqual([
    1,
    'launch shim: --remote-debugging-pipe: found "cbor"; allowed is JSON alone',
  ]);
  const port = await freePort();
  const taken = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void taken.close());
  expect(await told(`--remote-debugging-port=${port}`)).toEqual([
    1,
    `launch shim: listen EADDRINUSE: address already in use 127.0.0.1:${port}`,
  ]);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** What who asks for a WebSocket as a page of this origin is answered. */
function statusOf(url: string, origin: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = {
      origin,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    };
    const asked = request(url.replace('ws:', 'http:'), { headers }).on('error', reject).end();
    asked.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on('upgrade', ({ statusCode }, socket) => {
      socket.destroy();
      resolve(statusCode);
    });
  });
}
