/**
 * Runs inside a cell, as the process that keeps its namespaces: opens the requested ports and hands them out. A socket
 * belongs to the network that it was made in, so a process outside can answer there through it.
 */
import { createServer } from 'node:net';

export type ListenOrder = { address: string; port: number };
export type ListenReply = ListenOrder & { error: string | null };

// The namespaces end with this process, and with them all that runs there.
process.once('disconnect', () => process.exit());
process.on('message', ({ address, port }: ListenOrder) => {
  const server = createServer();
  const reply = (error: string | null): ListenReply => ({ address, port, error });
  server.once('error', (error) => process.send?.(reply(error.message)));
  server.listen(port, address, () => process.send?.(reply(null), server, undefined, () => server.close()));
});
process.send?.({ address: '', port: 0, error: null } satisfies ListenReply);
