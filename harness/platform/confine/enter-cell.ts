import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type OwnProcess, type ProcessOptions, startProcess } from '../process/start-process.ts';
import type { Cell } from './cell.ts';
import { type Command, commandLines, processScript } from './cell-script.ts';

/** A process that waits in a cell for its command. Its pipes are those of the command. */
export type Entrance = OwnProcess & { become(command: Command): void };

const endLimitMs = 1000;

/** Starts a process in namespaces of its own within the cell's: nothing that it starts outlives it. */
export async function enterCell(
  cell: Cell,
  mark: string,
  stdio: Omit<ProcessOptions['stdio'], 'input'>,
): Promise<Entrance> {
  const end = randomUUID();
  const started = await startProcess(
    'nsenter',
    [
      ...['--target', String(cell.pid), '--mount', `--pid=/proc/${cell.pid}/ns/pid_for_children`],
      ...(cell.network === 'own' ? ['--net'] : []),
      ...(cell.rights === 'user' ? ['--user', '--preserve-credentials'] : []),
      ...['--', 'unshare', '--mount', '--pid', '--ipc', '--fork', '--kill-child'],
      ...['sh', '-c', processScript(cell, end)],
    ],
    {
      mark,
      cwd: '/',
      env: { PATH: process.env.PATH ?? '' },
      // Its command comes in by its input.
      stdio: { ...stdio, input: true },
    },
  );
  const { child, exited } = started;
  return {
    ...started,
    become: (command) => child.stdin?.write(`${commandLines(cell, command)}\n${end}\n`),
    end: async (graceMs = 0) => {
      child.stdin?.end();
      if (graceMs > 0) await Promise.race([exited, delay(graceMs, undefined, { ref: false })]);
      killFirst(child.pid as number); // set, for it was started
      await Promise.race([exited, delay(endLimitMs, undefined, { ref: false })]);
      await started.end();
    },
  };
}

/**
 * Kills the first process of the namespace: its parents are gone only when all that ran there is. It is the innermost
 * of nsenter, unshare, sh; where the kernel does not list children the whole group is ended afterwards.
 */
function killFirst(outer: number): void {
  try {
    const childOf = (pid: number) =>
      Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0]);
    const first = childOf(childOf(outer));
    if (first > 1) process.kill(first, 'SIGKILL');
  } catch {
    // Gone already.
  }
}
