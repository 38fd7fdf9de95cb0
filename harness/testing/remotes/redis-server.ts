import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

export type RedisServer = {
  url: string;
  /** Ends it as `systemctl stop` does. */
  stop(): Promise<void>;
  /** Starts it again at the same address, on its data or without them. */
  start(data?: 'kept' | 'lost'): Promise<void>;
};

/** The `redis-server` of Debian's package on a free port, which loses nothing that it has confirmed; gone with the test. */
export async function redisServer(): Promise<RedisServer> {
  const port = await freePort();
  const folder = await mkdtemp(path.join(tmpdir(), 'cbr-'));
  let child: ChildProcess | undefined;
  const start = async (data: 'kept' | 'lost' = 'kept') => {
    if (data === 'lost') await rm(path.join(folder, 'appendonlydir'), { recursive: true, force: true });
    child = spawn(
      'redis-server',
      [
        ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
        ...['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction'],
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await said(child, 'Ready to accept connections');
  };
  const stop = async () => {
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  onTestFinished(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  await start();
  return { url: `redis://127.0.0.1:${port}`, start, stop };
}

async function said(child: ChildProcess, words: string): Promise<void> {
  let text = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', (error) =>
      reject(
        new Error(`redis-server, of Debian's package of that name, cannot be started: ${error.message}`),
      ),
    );
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}: ${text}`)));
    child.stdout?.on('data', (chunk) => {
      text += chunk;
      if (text.includes(words)) resolve();
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
