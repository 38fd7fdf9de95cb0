import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import path from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { browserOf, type TestBrowser, until } from '../../testing/browser-of.ts';
import { folderOf, webOf } from '../../testing/folder-of.ts';
import { isAlive, running } from '../../testing/processes.ts';
import { isLong, sized } from '../../testing/sized.ts';
import { launchShimIn, writeLaunchShim } from './write-launch-shim.ts';

/** The used parts of the two libraries; both come with packages of this project. */
type Page = {
  goto(url: string): Promise<unknown>;
  title(): Promise<string>;
  evaluate(script: string): Promise<unknown>;
};
type Launched = { newPage(): Promise<Page>; pages(): Page[] | Promise<Page[]>; close(): Promise<void> };
type Options = { executablePath: string; pipe?: boolean; userDataDir?: string };
type Playwright = {
  chromium: {
    launch(options: Options): Promise<Launched>;
    launchPersistentContext(profile: string, options: Options): Promise<Launched>;
  };
};
type Puppeteer = { launch(options: Options): Promise<Launched> };

const require = createRequire(import.meta.url);
// Dependencies of other packages are resolved from there, with the types above.
const from = (owner: string, name: string) =>
  createRequire(require.resolve(`${owner}/package.json`))(name) as unknown;
const { chromium } = from('@playwright/mcp', 'playwright-core') as Playwright;
const puppeteer = from('lighthouse', 'puppeteer-core') as Puppeteer;

const pages = await webOf({ 'a.test/index.html': '<title>A page</title><h1>Home</h1>' });

/** An executable that connects to a browser; the default is a new browser. */
async function shimOf(given?: TestBrowser) {
  const browser = given ?? (await browserOf(pages));
  const folder = await folderOf();
  await writeLaunchShim(folder, browser.endpoint?.url ?? '');
  const executable = launchShimIn(folder);
  const titles = async () => {
    const { targetInfos } = await browser.watch.cdp.send('Target.getTargets');
    return targetInfos.filter(({ type }) => type === 'page').map(({ title }) => title);
  };
  return { browser, folder, executable, titles, left: () => running(`${folder}/launch/`) };
}

const launchers: Readonly<
  Record<string, (executablePath: string, userDataDir: string) => Promise<Launched>>
> = {
  'launch of Playwright, over a pipe': (executablePath) => chromium.launch({ executablePath }),
  'launchPersistentContext of Playwright': (executablePath, profile) =>
    chromium.launchPersistentContext(profile, { executablePath }),
  'launch of Puppeteer, at a port': (executablePath, userDataDir) =>
    puppeteer.launch({ executablePath, userDataDir }),
  'launch of Puppeteer, over a pipe': (executablePath) => puppeteer.launch({ executablePath, pipe: true }),
};

/** Shared by all tests that do not change it. */
const browser = await browserOf(pages);

/** Launched directly: commands go to file descriptor 3, answers come from 4. */
async function piped(executable: string) {
  const child = spawn(executable, ['--remote-debugging-pipe'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [, , , commands, answers] = child.stdio;
  if (!commands || !('write' in commands) || !answers || !('read' in answers)) throw new Error('no pipes');
  // The process is gone.
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

test.each(sized(['launch of Playwright, over a pipe'], Object.keys(launchers)))(
  '%s gets the running browser, which stays open',
  async (name) => {
    // It launches a browser, acts in it as a guest does, and closes it.
    const { browser, folder, executable, titles, left } = await shimOf();
    const launched = await launchers[name]?.(executable, path.join(folder, 'profile'));
    const page = await launched?.newPage();
    await page?.goto('https://a.test/');
    expect(await page?.title()).toBe('A page');
    const long = 4 * 2 ** 20;
    expect(await page?.evaluate(`'Browser.close'.repeat(3) + 'x'.repeat(${long})`)).toHaveLength(long + 39);
    expect(await page?.evaluate(`'${'x'.repeat(long)}'.length`)).toBe(long);
    expect(browser.judged().url).toBe('https://a.test/');
    await launched?.close();
    await until(() => left().length === 0);
    // A context that normally closes with its connection stays too.
    expect(await titles()).toContain('A page');
    expect(await browser.run('document.title')).toBe('A page');
  },
);

test('it prints the version of the browser', async () => {
  const { executable } = await shimOf(browser);
  expect((await execa(executable, ['--version'])).stdout).toMatch(/^Chromium \d+\.\d+\.\d+\.\d+$/);
  expect((await execa(executable, ['--product-version'])).stdout).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
});

if (isLong) {
  test('a command in pieces arrives whole, and several in one piece arrive in order', async () => {
    const { executable } = await shimOf(browser);
    const { commands, messages, ended } = await piped(executable);
    for (const byte of '{"id":1,"method":"Browser.getVersion"}\0{"id":2,"method":"Target.')
      commands.write(byte);
    await until(() => messages.length === 1);
    const close =
      '{"id":4,"method":"Browser.close","sessionId":"s"}\0{"id":5,"method":"Browser.getVersion"}\0';
    commands.write(`getTargets"}\0{"id":3,"method":"No.Browser.close"}\0${close}`);
    expect(await ended).toBe(0);
    expect(messages.at(-1)).toEqual({ id: 4, result: {}, sessionId: 's' });
    expect(messages.map(({ id }) => id)).not.toContain(5);
  });
}

test('a launcher that closes its pipe leaves no processes', async () => {
  const { executable, titles } = await shimOf(browser);
  const { commands, ended } = await piped(executable);
  commands.end();
  expect(await ended).toBe(0);
  expect(await titles()).toHaveLength(1);
});

const flags = sized(['--remote-debugging-pipe'], ['--remote-debugging-pipe', '--remote-debugging-port=0']);

test.each(isLong ? flags : [])('with %s it ends with the browser', async (flag) => {
  const { browser, executable } = await shimOf();
  const child = spawn(executable, [flag], { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] });
  const said: string[] = [];
  child.stderr?.on('data', (text) => said.push(String(text)));
  const [, , , commands, answers] = child.stdio;
  for (const pipe of [commands, answers]) pipe?.on('error', () => {});
  if (!answers || !commands || !('write' in commands)) throw new Error('no pipes');
  commands.write('{"id":1,"method":"Browser.getVersion"}\0');
  if (flag.endsWith('pipe')) await once(answers, 'data');
  else await until(() => said.join('').includes('DevTools listening on'));
  const ended = once(child, 'exit');
  await browser.end();
  expect((await ended)[0]).toBe(1);
  expect(said.join('')).toContain('launch shim: the browser is gone');
});

test.each(flags)('with %s it ends with a killed launcher', async (flag) => {
  const { executable, left } = await shimOf(browser);
  const script = `require('node:child_process').spawn(process.argv[1], [process.argv[2]],
      { stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'] }); setInterval(() => {}, 1000);`;
  const launcher = spawn(process.execPath, ['-e', script, executable, flag], { stdio: 'ignore' });
  await until(() => left().length > 1);
  launcher.kill('SIGKILL');
  await until(() => left().length === 0);
});

if (isLong) {
  test('at a wanted port it answers as the browser would, and announces its port', async () => {
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
    // Chromium accepts only the pages that a launcher names.
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
}

if (isLong) {
  test('unsupported flags of a launcher are reported', async () => {
    const { executable } = await shimOf(browser);
    const told = async (...flags: string[]) => {
      const { exitCode, stderr } = await execa(executable, flags, { reject: false });
      return [exitCode, stderr.trim()];
    };
    expect(await told('-juggler-pipe')).toEqual([
      1,
      'launch shim: found neither --remote-debugging-pipe nor --remote-debugging-port; one of them is needed to connect',
    ]);
    expect(await told('--remote-debugging-pipe=cbor')).toEqual([
      1,
      'launch shim: --remote-debugging-pipe: got "cbor"; expected JSON',
    ]);
    const port = await freePort();
    const taken = createServer().listen(port, '127.0.0.1');
    onTestFinished(() => void taken.close());
    expect(await told(`--remote-debugging-port=${port}`)).toEqual([
      1,
      `launch shim: listen EADDRINUSE: address already in use 127.0.0.1:${port}`,
    ]);
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** The answer to a WebSocket request from a page of this origin. */
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
