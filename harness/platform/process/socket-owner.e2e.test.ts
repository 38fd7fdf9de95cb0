import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { type Sender, SocketOwner } from './socket-owner.ts';

const server = createServer();
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo; // a TCP server's address is never a string
const connecting = `require('node:net').connect(${port}, '127.0.0.1').on('data', () => process.exit())`;
/** A process whose child connects, as a browser's does. */
const parent = spawn(process.execPath, [
  '-e',
  `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(connecting)}])`,
]);
const root = parent.pid as number; // set, or the first connection would never come
const ofChild: Socket = (await once(server, 'connection'))[0];
afterAll(() => {
  ofChild.write('end');
  server.close();
});
const senderOf = (socket: Socket, of = root) =>
  new SocketOwner(of).senderOf({ from: socket.remotePort ?? 0, to: port });

/** Only Linux shows whose a connection is. */
const shown = (sender: Sender): Sender => (process.platform === 'linux' ? sender : 'unknown');

test('a connection is of the process tree that made it', async () => {
  const client = connect(port, '127.0.0.1');
  const [accepted]: Socket[] = await once(server, 'connection');
  if (!accepted) throw new Error('no connection came');
  expect([senderOf(ofChild), senderOf(accepted), senderOf(accepted, process.pid)]).toEqual([
    shown('own'),
    shown('other'),
    shown('own'),
  ]);
  client.destroy();
  await once(accepted.resume(), 'end');
  expect(senderOf(accepted)).toBe(shown('gone'));
  accepted.destroy();
});

test('of a connection that this machine does not show nothing is known', () => {
  expect(new SocketOwner(root).senderOf({ from: port, to: 1 })).toBe('unknown');
});
