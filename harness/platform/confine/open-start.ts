import { connect, type Server, type Socket } from 'node:net';
import { type OwnProcess, type ProcessOptions, startProcess } from '../process/start-process.ts';
import type { Neighbour, Network } from './cell.ts';
import { type Lease, leaseCell, type NoCells } from './cells.ts';
import { type Command, enterCell } from './enter-cell.ts';
import type { Limits } from './limits.ts';
import { type Hidden, placesFor, visibleIn } from './places.ts';

/** A start that waits for its command: in namespaces of its own where this machine has them. */
export type Start = {
  /** Null where it is confined, else why it is not. */
  unconfined: string | null;
  /** `ports`: those of the loopback address that are reached from inside; none with the host's network. */
  run(command: Command, ports: readonly number[]): Promise<OwnProcess>;
  /** Ends what was started, or what waits. */
  end(graceMs?: number): Promise<void>;
};

export type StartOptions = {
  /** A server's own by default. */
  network?: Network;
  /** Input and output of a server by default. */
  stdio?: ProcessOptions['stdio'];
  env?: NodeJS.ProcessEnv;
  limits?: Limits;
  /** Other machines that a process with a network of its own finds there. */
  neighbours?: Neighbours;
};

/** `take`: receives each connection to one of them. */
export type Neighbours = { all: readonly Neighbour[]; take(socket: Socket, neighbour: Neighbour): void };

/**
 * Gets ready to start a program that must not see more than it needs. `commandLine` is what it will be started with,
 * as far as it is known: what that names is readable inside.
 */
export async function openStart(
  hidden: Hidden,
  commandLine: readonly string[],
  mark: string,
  {
    network = 'own',
    stdio = { input: true, output: true, errors: true },
    env = process.env,
    limits,
    neighbours = { all: [], take: () => {} },
  }: StartOptions = {},
): Promise<Start> {
  const places = placesFor(hidden, commandLine, env, visibleIn(env));
  const lease = await leaseCell(places, env, network, neighbours.all);
  return 'why' in lease ? openStartOf(lease, mark, stdio) : inCell(lease, mark, stdio, neighbours, limits);
}

function openStartOf({ why }: NoCells, mark: string, stdio: ProcessOptions['stdio']): Start {
  let started: OwnProcess | undefined;
  return {
    unconfined: why,
    run: async ({ command, args, env, folder }) => {
      started = await startProcess(command, [...args], { mark, cwd: folder, env, stdio });
      return started;
    },
    end: async (graceMs) => started?.end(graceMs),
  };
}

async function inCell(
  { cell, release }: Lease,
  mark: string,
  stdio: ProcessOptions['stdio'],
  neighbours: Neighbours,
  limits?: Limits,
): Promise<Start> {
  const entrance = await enterCell(cell, mark, stdio, limits);
  const gates: { close(): Promise<void> }[] = [];
  let ending: Promise<void> | undefined;
  const end = (graceMs?: number) => {
    ending ??= (async () => {
      await entrance.end(graceMs);
      await Promise.all(gates.map((gate) => gate.close()));
      release();
    })();
    return ending;
  };
  return {
    unconfined: null,
    run: async (command, ports) => {
      for (const port of ports) gates.push(forward(await cell.listen(port), port));
      for (const each of neighbours.all) {
        const server = await cell.listen(each.port, each.address).catch((error: unknown) => {
          // A kernel may have no IPv6; then nothing in the cell reaches this address.
          if (each.address.includes(':')) return null;
          throw error;
        });
        if (server) gates.push(answerAt(server, (socket) => neighbours.take(socket, each)));
      }
      entrance.become(command);
      return { ...entrance, end };
    },
    end,
  };
}

/** Joins what connects to a server to a port of this machine's loopback address. Resolves when all of it is closed. */
function forward(server: Server, port: number): { close(): Promise<void> } {
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

/** Hands on what connects to a server. Resolves when all of it is closed. */
function answerAt(server: Server, take: (socket: Socket) => void): { close(): Promise<void> } {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => socket.destroy()));
    socket.once('close', () => sockets.delete(socket));
    take(socket);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
