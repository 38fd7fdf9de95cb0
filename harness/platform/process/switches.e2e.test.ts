import { execFile, execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { takeKeys } from './switches.ts';

test('keys are taken once and for all, and no child inherits them', () => {
  process.env.TAKEN_API_KEY = 'a-key';
  process.env.TAKEN_PLAIN = 'plain';
  expect(takeKeys()).toMatchObject({ TAKEN_API_KEY: 'a-key', TAKEN_PLAIN: 'plain' });
  expect(process.env.TAKEN_API_KEY).toBeUndefined();
  const inherited = execFileSync('env', { encoding: 'utf8' });
  expect(inherited).toContain('TAKEN_PLAIN=plain');
  expect(inherited).not.toContain('TAKEN_API_KEY');
  expect(takeKeys().TAKEN_API_KEY).toBe('a-key');
});

test('Node asks loopback itself, though it is to take the proxies of the environment', async () => {
  const server = createServer((_, answer) => void answer.end('here')).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo; // of a TCP server
  const program = `
    import { request } from 'node:http';
    import { keepLoopbackDirect } from ${JSON.stringify(new URL('switches.ts', import.meta.url))};
    keepLoopbackDirect(process.env);
    const url = 'http://127.0.0.1:${port}/';
    console.log(await (await fetch(url)).text());
    request(url, { headers: { host: 'a.test' } }, (answer) => answer.pipe(process.stdout)).end();`;
  const proxy = 'http://127.0.0.1:9';
  const env = {
    ...process.env,
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: proxy,
    http_proxy: proxy,
    NO_PROXY: 'localhost',
  };
  const words = ['--input-type=module-typescript', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, words, { env });
  expect(stdout).toBe('here\nhere');
});
