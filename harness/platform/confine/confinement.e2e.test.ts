import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findChromium } from '../../browser/chromium/find-chromium.ts';
import { openBrowser } from '../../browser/session.ts';
import { thisProject } from '../../cli/this-project.ts';
import { connectServer, prepareServer } from '../../servers/connect-server.ts';
import { browserOf, viewport } from '../../testing/browser-of.ts';
import { folderOf, webOf } from '../../testing/folder-of.ts';
import { guestServer } from '../../testing/guests/guest-server.ts';
import { isAlive, running, within } from '../../testing/processes.ts';
import { doLater, removeLater } from '../../testing/remove-later.ts';
import { isLong } from '../../testing/sized.ts';

const browser = await browserOf(await webOf({ 'a.test/index.html': '<h1>Home</h1>' }));
/** As a project of the user's own, beside the checkout. */
const project = await folderOf({
  'transcripts/x/task.jsonl': '{"finalUrl":"https://a.test/"}',
  'tasks/task.md': 'the answer',
  'results/old.json': '{}',
  'node_modules/package/index.js': '',
});

/** Another checkout on this machine, not where temporary files are. */
const second = `/var/tmp/cbt-${randomUUID()}`;
mkdirSync(`${second}/tasks`, { recursive: true });
mkdirSync(`${second}/transcripts`);
writeFileSync(`${second}/tasks/task.md`, 'the answer');
removeLater(second);

/** The folder of another episode, where users have their temporary files. */
const episode = `/tmp/cbt-${randomUUID()}`;
mkdirSync(episode);
removeLater(episode);

/** A server that does what it is told, confined where this machine can do that and `confine` is on. */
async function hostile(confine: boolean) {
  if (!confine) vi.stubEnv('CONTRACT_BENCH_CONFINE', '0');
  const answers = ['tasks', 'transcripts', 'results'].map((name) => `${project}/${name}`);
  const { url = '', port = 0 } = browser.endpoint ?? {};
  const server = guestServer();
  const start = await prepareServer(server, { checkout: thisProject.root, answers }, `test-${randomUUID()}`);
  const session = await connectServer(
    server,
    { endpoint: url, port, folder: browser.folder.path },
    start,
    AbortSignal.timeout(60_000),
  );
  vi.unstubAllEnvs();
  doLater(() => session.end());
  const run = async (code: string): Promise<unknown> => {
    const { text, isError } = await session.call('node', { code });
    return isError ? `refused: ${text}` : JSON.parse(text);
  };
  return { ...session, run };
}

/** Whether what must be stopped is: everywhere but where namespaces can't be made, and the row says so. */
const here = await (async () => {
  const start = await prepareServer(guestServer(), { checkout: null, answers: [] }, `test-${randomUUID()}`);
  await start.end();
  return start.unconfined === null;
})();

/** Of the tests that leave them as they were. */
const [free, held] = [await hostile(false), await hostile(true)];

/** A process of the harness's own, as the watchdog is one; once its environment can be read, which is a moment after it began. */
function bystander(): number {
  const child = spawn('sleep', ['300'], {
    env: { PLANTED_API_KEY: 'planted', PATH: process.env.PATH ?? '' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const pid = child.pid as number; // sleep is everywhere
  while (!readFileSync(`/proc/${pid}/environ`, 'utf8').includes('PLANTED'));
  return pid;
}

const reads = {
  'the environment of the harness': () =>
    `return load('fs').readFileSync('/proc/${bystander()}/environ', 'utf8').includes('PLANTED')`,
  'the working directory of its parent': () =>
    `return load('fs').readdirSync('/proc/${process.pid}/cwd').length > 0`,
  'the processes of the machine': () =>
    `return load('fs').readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).length > 4`,
  'the recordings': () => `return load('fs').readFileSync('${project}/transcripts/x/task.jsonl').length > 0`,
  'the tasks': () => `return load('fs').readFileSync('${project}/tasks/task.md').length > 0`,
  'the tasks of another checkout': () =>
    `return load('fs').readFileSync('${second}/tasks/task.md').length > 0`,
  'the names of the users': () => `return load('fs').readFileSync('/etc/passwd', 'utf8').includes('daemon:')`,
  'that there are passwords': () => `return load('fs').existsSync('/etc/shadow')`,
  'the logs of the machine': () => `return load('fs').readdirSync('/var/log').length >= 0`,
  'the recordings of this checkout': () =>
    `return load('fs').readdirSync('${thisProject.root}/transcripts').length > 0`,
  'the home of the user': () =>
    `return load('fs').readdirSync('${homedir()}').join() === ${JSON.stringify(readdirSync(homedir()).join())}`,
  'the folders of other episodes': () =>
    `return load('fs').readdirSync('/tmp').includes('${basename(episode)}')`,
  'the web past the browser': () =>
    `return (await fetch('http://127.0.0.1:${browser.web.hermetic?.port}/')).status > 0`,
  'another name of this machine': () =>
    `return load('os').networkInterfaces().eth0 !== undefined || Object.keys(load('os').networkInterfaces()).length > 1`,
};

test.each(Object.entries(reads))(
  '%s is read by a server without namespaces, by no confined one',
  async (_, code) => {
    expect(free.confined).toBe(false);
    expect(await free.run(code())).toBe(true);
    expect(held.confined).toBe(here);
    expect((await held.run(code())) === true).toBe(!here);
  },
);

test('a confined server is of another user than root', async () => {
  const isRoot = process.getuid?.() === 0;
  expect(await free.run('return process.getuid()')).toBe(process.getuid?.());
  const found = await held.run("return [process.getuid() === 0, load('os').userInfo().username]");
  if (here) expect(found).toEqual(isRoot ? [false, 'guest'] : [true, 'root']);
});

test('results are written by a server without namespaces, by no confined one', async () => {
  const file = `${project}/results/${randomUUID()}.json`;
  const write = `load('fs').writeFileSync('${file}', '{}')`;
  await held.run(write);
  expect(existsSync(file)).toBe(!here);
  await free.run(write);
  expect(existsSync(file)).toBe(true);
});

test('what another program left writable is read-only, the folder of the episode is not', async () => {
  const outside = `/var/tmp/cb-${randomUUID()}`;
  await held.run(`load('fs').writeFileSync('${outside}', '')`);
  expect(existsSync(outside)).toBe(!here);
  await rm(outside, { force: true });
  await held.run(`load('fs').writeFileSync(process.env.HOME + '/kept', 'mine')`);
  expect(readFileSync(`${browser.folder.path}/kept`, 'utf8')).toBe('mine');
});

test('the harness and its watchdog get no signal of a confined server', async () => {
  const pid = bystander();
  await held.run(`try { process.kill(${pid}, 'SIGKILL') } catch (error) { return error.code }`);
  expect(await within(here ? 500 : 60_000, () => !isAlive(pid))).toBe(!here);
  await free.run(`process.kill(${pid}, 'SIGKILL')`);
  expect(await within(60_000, () => !isAlive(pid))).toBe(true);
});

if (isLong) {
  test('the browser of the second observation is found and ended by no confined server', async () => {
    const sealed = await openBrowser(await findChromium(), browser.web, {
      mark: `test-${randomUUID()}.second-look`,
      viewport,
      sealed: true,
    });
    onTestFinished(() => sealed.end());
    // As a hostile server would: whatever has such a command line, up to the browser that is this test's own.
    const end = `const { readFileSync, readdirSync } = load('fs');
      const read = (name) => { try { return readFileSync('/proc/' + name + '/cmdline', 'utf8'); } catch { return ''; } };
      const found = readdirSync('/proc').filter((name) => /^\\d+$/.test(name) && read(name).includes('${sealed.folder.path}'));
      for (const pid of found) process.kill(Number(pid), 'SIGKILL');
      return found.length > 0`;
    expect(await held.run(end)).toBe(!here);
    expect(await within(here ? 500 : 60_000, () => sealed.watch.cdp.closed)).toBe(!here);
    await free.run(end);
    expect(await within(60_000, () => sealed.watch.cdp.closed)).toBe(true);
  });
}

test('a daemon without the mark and with a session of its own ends with a confined server', async () => {
  const name = `/tmp/cb-${randomUUID()}`;
  // Its name is how it is found: it carries nothing of ours.
  const daemon = `load('child_process').spawn('setsid', ['-f', 'sh', '-c', ': ${name}; sleep 300; true'], { env: { PATH: process.env.PATH }, stdio: 'ignore', detached: true }).unref()`;
  const server = await hostile(true);
  await server.run(daemon);
  expect(await within(60_000, () => running(name).length > 0)).toBe(true);
  await server.end();
  expect(running(name).length > 0).toBe(!here);
  for (const pid of running(name)) process.kill(pid, 'SIGKILL');
});

test('nothing stays of what a confined server puts into shared memory and temporary folders', async () => {
  const name = `cb-${randomUUID()}`;
  const places = [`/dev/shm/${name}`, `/tmp/${name}`];
  const server = await hostile(true);
  for (const place of places) await server.run(`load('fs').writeFileSync('${place}', 'x')`);
  expect(places.map((place) => existsSync(place))).toEqual([!here, !here]);
  await server.end();
  const next = await hostile(true);
  for (const place of places) expect(await next.run(`return load('fs').existsSync('${place}')`)).toBe(!here);
  for (const place of places) await rm(place, { force: true });
});

test('a confined server takes no cover away', async () => {
  const server = await hostile(true);
  const sees = (words: string) =>
    server.run(
      `return load('child_process').spawnSync('sh', ['-c', ${JSON.stringify(`${words}; test -e ${project}/transcripts/x/task.jsonl && echo seen`)}]).stdout.toString()`,
    );
  for (const words of [
    ':',
    'umount -l /tmp /run',
    'unshare --user --map-root-user --mount umount -l /tmp',
    'mount -o remount,rw /',
    'nsenter --target 1 --mount --root',
  ])
    expect(await sees(words)).toBe(here ? '' : 'seen\n');
});

test('a confined server reaches its browser, and finds no other name and no other port', async () => {
  expect((await held.call('open', { url: 'https://a.test/' })).isError).toBe(false);
  const dials = (host: string, port: number) =>
    held.run(
      `return new Promise((resolve) => load('net').connect(${port}, '${host}').on('error', ({ code }) => resolve(code)).on('connect', () => resolve('connected')))`,
    );
  expect(await dials('127.0.0.1', browser.endpoint?.port ?? 0)).toBe('connected');
  expect(await dials('localhost', browser.endpoint?.port ?? 0)).toBe('connected');
  expect(await dials('127.0.0.1', 1)).toBe('ECONNREFUSED');
  // The browser's own, past the harness's.
  const [own] = readFileSync(`${browser.folder.path}/p/DevToolsActivePort`, 'utf8').split('\n');
  expect(await dials('127.0.0.1', Number(own))).toBe(here ? 'ECONNREFUSED' : 'connected');
  if (here) expect(await dials('192.0.2.1', 80)).toBe('ENETUNREACH');
});
