/**
 * Runs inside a cell, as the process that keeps its namespaces: opens the requested ports and hands them out. A socket
 * belongs to the network that it was made in, so a process outside can answer there through it.
 */
import { createServer } from 'node:net';

export type ListenOrder = { port: number };
export type ListenReply = { port: number; error: string | null };

// The namespaces end with this process, and with them all that runs there.
process.once('disconnect', () => process.exit());
process.on('message', ({ port }: ListenOrder) => {
  const server = createServer();
  const reply = (error: string | null): ListenReply => ({ port, error });
  server.once('error', (error) => process.send?.(reply(error.message)));
  server.listen(port, '127.0.0.1', () =>
    process.send?.(reply(null), server, undefined, () => server.close()),
  );
});
process.send?.({ port: 0, error: null } satisfies ListenReply);
