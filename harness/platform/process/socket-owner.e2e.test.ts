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
const connectionOf = ({ remoteAddress: address = '', remotePort: from = 0 }: Socket) => ({
  address,
  from,
  to: port,
});
const senderOf = (socket: Socket, of = root) => new SocketOwner(of).senderOf(connectionOf(socket));

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

/** From this port; null if another process of the machine has taken it meanwhile. */
async function connectFrom(localPort: number): Promise<Socket | null> {
  const client = connect({ port, host: '127.0.0.1', localPort });
  const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    client.once('connect', () => resolve(null)).once('error', resolve);
  });
  if (error && error.code !== 'EADDRINUSE') throw error;
  return error ? null : client;
}

/** Of a connection that was reset, and of another one from its ports. */
async function sendersOfTwo(): Promise<Sender[] | null> {
  const earlier = spawn(process.execPath, ['-e', connecting]);
  try {
    const first: Socket = (await once(server, 'connection'))[0];
    const connection = connectionOf(first);
    const owner = new SocketOwner(earlier.pid as number); // set, for it has connected
    const senders = [owner.senderOf(connection)];
    // It does not see its end, and keeps the socket open.
    earlier.kill('SIGSTOP');
    first.resetAndDestroy();
    const accepted = once(server, 'connection');
    const client = await connectFrom(connection.from);
    if (client === null) return null;
    await accepted;
    senders.push(owner.senderOf(connection));
    client.destroy();
    return senders;
  } finally {
    earlier.kill('SIGKILL');
  }
}

test('a connection from the ports of an earlier one is of who made it', async () => {
  let senders: Sender[] | null = null;
  while (senders === null) senders = await sendersOfTwo();
  expect(senders).toEqual([shown('own'), shown('other')]);
});

test('a connection from another address of the machine is of who made it', async () => {
  // Others than Linux have one of them.
  const localAddress = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';
  const client = connect({ port, host: '127.0.0.1', localAddress });
  const accepted: Socket = (await once(server, 'connection'))[0];
  expect([senderOf(accepted), senderOf(accepted, process.pid)]).toEqual([shown('other'), shown('own')]);
  client.destroy();
});

test('of a connection that this machine does not show nothing is known', () => {
  expect(new SocketOwner(root).senderOf({ address: '127.0.0.1', from: port, to: 1 })).toBe('unknown');
});
