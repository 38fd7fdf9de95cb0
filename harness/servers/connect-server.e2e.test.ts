import { randomUUID } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import { thisProject } from '../cli/this-project.ts';
import { browserOf } from '../testing/browser-of.ts';
import { folderOf, webOf } from '../testing/folder-of.ts';
import { type GuestFlag, guestServer } from '../testing/guests/guest-server.ts';
import { marked } from '../testing/processes.ts';
import { isLong, sized } from '../testing/sized.ts';
import { commandLineOf } from './command-line.ts';
import { checkInstalled, connectServer, openCall, prepareServer } from './connect-server.ts';
import { findServer, packageToInstall, serverFromCommand, servers } from './index.ts';
import { serversHere, versionOf } from './installed-version.ts';
import { LostTransport } from './pipe-transport.ts';
import type { Server } from './server.ts';

const browser = await browserOf(await webOf({ 'a.test/index.html': '<title>A page</title><h1>Home</h1>' }));

/** A server as a guest of the browser, as in an episode. */
async function connect(server: Server, signal = AbortSignal.timeout(60_000)) {
  const mark = `test-${randomUUID()}`;
  const { url = '', port = 0 } = browser.endpoint ?? {};
  const start = await prepareServer(server, { checkout: thisProject.root, answers: [] }, mark);
  const session = await connectServer(
    server,
    { endpoint: url, port, folder: browser.folder.path },
    start,
    signal,
  );
  return { ...session, mark, [Symbol.asyncDispose]: session.end };
}

const guest = (...flags: GuestFlag[]) => connect(guestServer(...flags));

const onNpm = servers.filter(({ origin }) => 'package' in origin);

test.each(sized([findServer('playwright')], onNpm))(
  '$id: starts as a guest, lists its tools and opens a URL',
  async (server) => {
    await using session = await connect(server);
    expect('version' in server.origin && server.origin.version).toBe(session.version);
    expect(session.tools.length).toBeGreaterThan(0);
    expect(session.toolsSha256).toMatch(/^[0-9a-f]{64}$/);
    const { tool, args } = openCall(server, session.tools, 'https://a.test/');
    const answer = await session.call(tool, args);
    expect(answer).toMatchObject({ isError: false, kind: 'text' });
    expect(await browser.run('document.title')).toBe('A page');
    expect(await session.call('no_such_tool', {})).toMatchObject({ isError: true, kind: 'text' });
    expect((await session.call(tool, {})).isError).toBe(true);
    await session.end();
    expect(marked(session.mark)).toEqual([]);
    expect(await browser.run('document.title')).toBe('A page');
  },
);

test('a server that the user installs is found by its variable; the error names the missing part', async () => {
  const openchrome = findServer('openchrome');
  vi.stubEnv('OPENCHROME_BIN', '');
  vi.stubEnv('PATH', '/nowhere');
  await expect(checkInstalled(openchrome)).rejects.toThrow(
    /no openchrome found on the PATH; .* set OPENCHROME_BIN/,
  );
  vi.unstubAllEnvs();
  const name = 'openchrome-mcp';
  const folder = await folderOf({
    'real/package.json': JSON.stringify({ name, version: '9.8.7' }),
    'real/dist/index.js': '',
    'other/package.json': JSON.stringify({ name: 'other', version: '9.8.7' }),
    'other/index.js': '',
  });
  const command = `node ${folder}/real/dist/index.js`;
  vi.stubEnv('OPENCHROME_BIN', command);
  await checkInstalled(openchrome);
  expect(await versionOf(openchrome)).toBe('9.8.7');
  expect(await commandLineOf(openchrome, { endpoint: '', port: 7, folder: '' })).toEqual([
    'sh',
    ['-c', `exec ${command} "$@"`, 'sh', 'serve', '--port', '7'],
  ]);
  vi.stubEnv('OPENCHROME_BIN', `node ${folder}/other/index.js`);
  await expect(checkInstalled(openchrome)).rejects.toThrow(
    /node .*other.index\.js is not in the package openchrome-mcp; .* --server-command/,
  );
  // The package's name appears, but another program runs.
  vi.stubEnv('OPENCHROME_BIN', `node ${folder}/other/index.js ${folder}/real/dist/index.js`);
  await expect(checkInstalled(openchrome)).rejects.toThrow(/is not in the package openchrome-mcp/);
  vi.unstubAllEnvs();
});

test('an installable server is found by its variable; if it is missing, the error says how to install it', async () => {
  const puppeteer = findServer('puppeteer');
  const folder = await folderOf({
    'empty/none': '',
    'other/cli.js': '',
    'other/package.json':
      '{"name":"@modelcontextprotocol/server-puppeteer","version":"1.2.3","bin":"cli.js"}',
    'evil.sh': '',
  });
  vi.stubEnv('CONTRACT_BENCH_CACHE', `${folder}/empty`);
  vi.stubEnv('PATH', `${folder}/empty`);
  await expect(checkInstalled(puppeteer)).rejects.toThrow(
    'server puppeteer: no @modelcontextprotocol/server-puppeteer 2025.5.12 found; install it with npm run harness -- servers install puppeteer, or set PUPPETEER_BIN to its path',
  );
  expect(await serversHere(servers)).toContainEqual({
    id: 'puppeteer',
    version: null,
    wanted: '2025.5.12',
    where: 'npm run harness -- servers install puppeteer, or PUPPETEER_BIN',
  });
  const program = `${folder}/other/cli.js`;
  vi.stubEnv('PUPPETEER_BIN', program);
  await checkInstalled(puppeteer);
  expect(await commandLineOf(puppeteer, { endpoint: '', port: 7, folder: '' })).toEqual([
    process.execPath,
    [program],
  ]);
  expect(await serversHere(servers)).toContainEqual({
    id: 'puppeteer',
    version: '1.2.3',
    wanted: '2025.5.12',
    where: program,
  });
  vi.stubEnv('PUPPETEER_BIN', `${folder}/evil.sh`);
  await expect(checkInstalled(puppeteer)).rejects.toThrow(
    /evil\.sh is not in the package @modelcontextprotocol.server-puppeteer; .* --server-command/,
  );
  vi.unstubAllEnvs();
});

test('servers install rejects other servers', () => {
  expect(() => packageToInstall('playwright')).toThrow(
    'servers install: got playwright, which is installed by npm ci; expected one of puppeteer, executeautomation, agent-infra',
  );
  expect(() => packageToInstall('openchrome')).toThrow('which is not on npm');
});

if (isLong) {
  test('a server that launches its browser is connected to the browser of the episode', async () => {
    await using session = await connect({ ...guestServer(), env: { CHROME_EXECUTABLE_PATH: '{chromium}' } });
    const code = `const { spawn } = load('child_process');
    const stdio = ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'];
    const child = spawn(process.env.CHROME_EXECUTABLE_PATH, ['--remote-debugging-pipe'], { stdio });
    child.stdio[3].write('{"id":1,"method":"Target.getTargets"}\\0');
    const [data] = await load('events').once(child.stdio[4], 'data');
    child.kill();
    return JSON.parse(String(data).split('\\0')[0]).result.targetInfos.map(({ type }) => type);`;
    expect(JSON.parse((await session.call('node', { code })).text)).toContain('page');
  });
}

test('the tools of every page of the list are there', async () => {
  await using session = await guest();
  expect(session.tools.map(({ name }) => name).slice(0, 4)).toEqual(['open', 'run', 'start', 'cdp']);
  expect(session.version).toBe('1.2.3');
});

/** Shared by the tests that only need answers. */
const answering = await guest();
afterAll(answering.end);

test.each([
  ['picture', {}, 'image', ''],
  ['say', { content: [] }, 'empty', ''],
  ['say', { content: [{ type: 'text', text: '' }] }, 'empty', ''],
  [
    'say',
    {
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    },
    'text',
    'a\nb',
  ],
  [
    'say',
    {
      content: [
        { type: 'text', text: 'a' },
        { type: 'image', data: 'AA==', mimeType: 'image/png' },
      ],
    },
    'mixed',
    'a',
  ],
  [
    'say',
    {
      content: [
        { type: 'text', text: '' },
        { type: 'image', data: 'AA==', mimeType: 'image/png' },
      ],
    },
    'image',
    '',
  ],
  ['say', { structuredContent: { a: 1 } }, 'text', '{"a":1}'],
  ['say', { content: [{ type: 'text', text: 'a' }], _meta: null }, 'text', 'a'],
] as const)('%s %j is answered as %s', async (tool, args, kind, text) => {
  expect(await answering.call(tool, args)).toMatchObject({ kind, text, isError: false });
});

test('the size of an answer is that of its content in UTF-8', async () => {
  const content = [{ type: 'text', text: 'grün' }];
  expect((await answering.call('say', { content })).bytes).toBe(Buffer.byteLength(JSON.stringify(content)));
});

test("a tool's error, an unknown tool and an invalid answer are answers", async () => {
  expect(await answering.call('fail', {})).toMatchObject({ isError: true, text: 'it did not work' });
  expect(await answering.call('none', {})).toMatchObject({
    isError: true,
    text: expect.stringContaining('unknown tool none'),
  });
  expect(await answering.call('say', { content: 'no list' })).toMatchObject({
    isError: true,
    text: `the server's answer to say: content: got "no list"; expected a list of blocks`,
  });
  expect((await answering.call('wait', { ms: 1 })).text).toBe('waited');
});

test('concurrent calls get their own answers', async () => {
  const [slow, fast] = await Promise.all([
    answering.call('wait', { ms: 50 }),
    answering.call('run', { script: '1 + 1' }),
  ]);
  expect([slow.text, fast.text]).toEqual(['waited', '2']);
});

test('a dying server ends the transport with its last output, for good', async () => {
  await using session = await guest();
  await expect(session.call('die', { words: 'out of memory' })).rejects.toThrow(
    /^the server is gone \(exit code 1\); its last words: out of memory$/,
  );
  await expect(session.call('wait', { ms: 1 })).rejects.toBeInstanceOf(LostTransport);
});

test('output that is not a message is skipped', async () => {
  await using session = await guest('--junk');
  expect((await session.call('wait', { ms: 1 })).text).toBe('waited');
});

test('the error of a server that dies at once has the reason', async () => {
  await expect(guest('--dies-at-once')).rejects.toThrow('no screen found');
  const broken = { ...guestServer(), origin: { command: 'echo Error: no port >&2; exit 3 # {endpoint}' } };
  await expect(connect(broken)).rejects.toThrow(
    'the server is gone (exit code 3); its last words: Error: no port',
  );
  const none = { ...guestServer(), origin: { command: 'no-such-command-here {endpoint}' } };
  await expect(connect(none)).rejects.toThrow(/no-such-command-here: /);
});

test('a server has the PATH, a home of its own and no API key', async () => {
  process.env.TEST_API_KEY = 'a-key-of-ours';
  await using session = await guest();
  const env = JSON.parse((await session.call('environment', {})).text);
  expect(env).toMatchObject({
    HOME: browser.folder.path,
    TMPDIR: browser.folder.path,
    PATH: process.env.PATH,
  });
  expect(
    Object.keys(env).filter(
      (name) => !['HOME', 'TMPDIR', 'PATH', 'BENCH_EPISODE', 'PWD', 'SHLVL', 'OLDPWD', '_'].includes(name),
    ),
  ).toEqual([]);
});

if (isLong) {
  test('a stubborn server and its background processes are gone after the end', async () => {
    const session = await guest('--stubborn', '--leaves-a-daemon');
    expect(marked(session.mark).length).toBeGreaterThanOrEqual(1);
    await session.end();
    expect(marked(session.mark)).toEqual([]);
  });
}

test('a server from a command line needs a placeholder and a plain name', () => {
  expect(serverFromCommand('my-server', 'my-server --cdp {endpoint}')).toMatchObject({
    id: 'my-server',
    open: null,
  });
  expect(() => serverFromCommand('my-server', 'my-server')).toThrow(
    /--server-command: found no \{endpoint\}, \{port\} or \{chromium\}/,
  );
  expect(() => serverFromCommand('My server', 'x {port}')).toThrow(/--server-id: got "My server"/);
  expect(() => serverFromCommand('../x', 'x {port}')).toThrow(/--server-id/);
  expect(() => findServer('none')).toThrow(
    `--server: unknown server "none"; there is ${servers.map(({ id }) => id).join(', ')}`,
  );
});

test('the tool that opens a URL is found by its name and its parameter', () => {
  const server = serverFromCommand('x', 'x {port}');
  const tool = (name: string, ...properties: string[]) => ({
    name,
    inputSchema: { properties: Object.fromEntries(properties.map((each) => [each, {}])) },
  });
  expect(
    openCall(server, [tool('click'), tool('fetch', 'url'), tool('page_goto', 'url')], 'https://a.test/'),
  ).toEqual({ tool: 'page_goto', args: { url: 'https://a.test/' } });
  expect(() => openCall(server, [tool('navigate_back'), tool('fetch', 'url')], 'x')).toThrow(
    /no tool of x opens a URL: got navigate_back, fetch; expected/,
  );
});

if (isLong) {
  test('an answer of more than 10 MB arrives', async () => {
    await using session = await guest();
    expect((await session.call('long', { length: 10_600_000 })).text.length).toBe(10_600_000);
  });

  test('a server that never starts is ended by the signal', async () => {
    const signal = AbortSignal.timeout(20_000);
    await expect(connect(guestServer('--never-starts'), signal)).rejects.toThrow(
      'the server gave no answer to initialize in time; its last words: looking for a screen',
    );
  });
}
