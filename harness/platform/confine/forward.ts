import { connect, type Server, type Socket } from 'node:net';

/** Joins what connects to a server to a port of this machine's loopback address. Resolves when all of it is closed. */
export function forward(server: Server, port: number): { close(): Promise<void> } {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true).once('close', () => sockets.delete(socket));
  };
  server.on('connection', (inner: Socket) => {
    const outer = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      keep(one);
      one.pipe(other);
      one.on('error', () => other.destroy()).once('close', () => other.destroy());
    }
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
