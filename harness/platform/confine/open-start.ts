import { type OwnProcess, type ProcessOptions, startProcess } from '../process/start-process.ts';
import type { Network } from './cell-kind.ts';
import type { Command } from './cell-script.ts';
import { type Lease, leaseCell, type NoCells } from './cells.ts';
import { enterCell } from './enter-cell.ts';
import { forward } from './forward.ts';
import { type Hidden, placesFor } from './places.ts';

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
};

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
  }: StartOptions = {},
): Promise<Start> {
  const visible = (env.CONTRACT_BENCH_VISIBLE ?? '').split(':').filter((place) => place.startsWith('/'));
  const lease = await leaseCell(placesFor(hidden, commandLine, env, visible), env, network);
  return 'why' in lease ? openStartOf(lease, mark, stdio) : inCell(lease, mark, stdio);
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
): Promise<Start> {
  const entrance = await enterCell(cell, mark, stdio);
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
      entrance.become(command);
      return { ...entrance, end };
    },
    end,
  };
}
