import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { endMarked, killGroup, markVariable } from './mark.ts';
import { watch } from './watchdog.ts';

export type ProcessOptions = {
  /** Carried in the environment of the process and of all that it starts; see `endMarked`. */
  mark: string;
  env: Record<string, string>;
  cwd: string;
  /** `control`: two more pipes, file descriptors 3 (to the process) and 4 (from it). */
  stdio: { input: boolean; output: boolean; errors: boolean; control?: boolean };
};

/** A process that leads a group of its own and is gone, with all it started, once `end` has resolved. */
export type OwnProcess = {
  child: ChildProcess;
  /** Resolves when the process has exited, for whatever reason. */
  exited: Promise<void>;
  /** The limit of memory, processes or space that it was ended for; null of one that kept to all, or has none. */
  overLimit?(): string | null;
  /** Closes its input, waits `graceMs` for it to leave by itself, then kills the group. Never throws. */
  end(graceMs?: number): Promise<void>;
};

/**
 * Starts a command in a process group of its own, on the watchdog's list before it runs.
 * Rejects where the command can't be started at all (no such file, no permission).
 */
export async function startProcess(
  command: string,
  args: string[],
  { mark, env, cwd, stdio }: ProcessOptions,
): Promise<OwnProcess> {
  const watched = watch({ mark });
  const pipe = (wanted: boolean) => (wanted ? 'pipe' : 'ignore');
  const child = spawn(command, args, {
    cwd,
    env: { ...env, [markVariable]: mark },
    detached: true,
    stdio: [
      pipe(stdio.input),
      pipe(stdio.output),
      pipe(stdio.errors),
      ...(stdio.control ? (['pipe', 'pipe'] as const) : []),
    ],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  try {
    await once(child, 'spawn');
  } catch (error) {
    watched.release();
    throw error;
  }
  const pid = child.pid as number; // set once 'spawn' was emitted
  const group = watch({ group: pid });
  // A write to a process that has just died is reported by its exit, not by an unhandled stream error.
  child.stdin?.on('error', () => {});

  let ending: Promise<void> | undefined;
  const end = (graceMs = 0) => {
    ending ??= (async () => {
      child.stdin?.end();
      if (graceMs > 0) await Promise.race([exited, delay(graceMs, undefined, { ref: false })]);
      killGroup(pid);
      await exited;
      await endMarked(mark);
      group.release();
      watched.release();
    })();
    return ending;
  };
  return { child, exited, end };
}
