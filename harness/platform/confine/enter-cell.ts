import { randomInt, randomUUID } from 'node:crypto';
import { chmodSync, chownSync, lchownSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { release, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type OwnProcess, type ProcessOptions, startProcess } from '../process/start-process.ts';
import { type Cell, pathLine, tables, temporaryStage } from './cell.ts';
import { type Limits, usualLimits, watchLimits } from './limits.ts';
import { bind, empty, linesOf, mountOf, quote, type Step, viewSteps } from './view.ts';

/** The command for a process of a cell. `folder`: the only folder of the host that it may write to. */
export type Command = {
  command: string;
  args: readonly string[];
  env: Record<string, string>;
  folder: string;
};

/** A process that waits in a cell for its command. Its pipes are those of the command. */
export type Entrance = OwnProcess & { become(command: Command): void };

const endLimitMs = 1000;

/** Starts a process in namespaces of its own within the cell's: nothing that it starts outlives it. */
export async function enterCell(
  cell: Cell,
  mark: string,
  stdio: Omit<ProcessOptions['stdio'], 'input'>,
  limits: Limits = usualLimits(),
): Promise<Entrance> {
  const end = randomUUID();
  const started = await startProcess(
    'nsenter',
    [
      ...['--target', String(cell.pid), '--mount', `--pid=/proc/${cell.pid}/ns/pid_for_children`],
      ...(cell.network === 'own' ? ['--net'] : []),
      ...(cell.rights === 'user' ? ['--user', '--preserve-credentials'] : []),
      ...['--', 'unshare', '--mount', '--pid', '--ipc', '--fork', '--kill-child'],
      ...['sh', '-c', waitingScript(end)],
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
  const pid = child.pid as number; // set, because it was started
  const table = tableOf(cell, exited);
  let over: string | null = null;
  return {
    ...started,
    overLimit: () => over,
    become: (command) => {
      child.stdin?.write(`${commandLines(cell, command, limits, table)}\n${end}\n`);
      watchLimits(pid, command.folder, limits, exited, (limit) => {
        over ??= limit;
        killFirst(pid);
      });
    },
    end: async (graceMs = 0) => {
      child.stdin?.end();
      if (graceMs > 0) await Promise.race([exited, delay(graceMs, undefined, { ref: false })]);
      // After its exit the number may be another process's.
      if (child.exitCode === null && child.signalCode === null) killFirst(pid);
      await Promise.race([exited, delay(endLimitMs, undefined, { ref: false })]);
      await started.end();
    },
  };
}

const tablesInUse = new WeakMap<Cell, Set<string>>();

/** A file for the mounts of a process, which the next one takes after it. */
function tableOf(cell: Cell, exited: Promise<void>): string {
  const taken = tablesInUse.get(cell) ?? new Set();
  tablesInUse.set(cell, taken);
  let number = 0;
  while (taken.has(`${tables}/${number}`)) number += 1;
  const table = `${tables}/${number}`;
  taken.add(table);
  void exited.then(() => taken.delete(table));
  return table;
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

/** Reads lines from its input, up to one that is `end`, and runs them. Until then it has all rights in the cell. */
function waitingScript(end: string): string {
  return [
    'set -eu',
    pathLine,
    // If memory runs out, the kernel ends the guest and not the harness.
    '{ echo 1000 > /proc/self/oom_score_adj || :; } 2>/dev/null',
    // Shared memory that no process has mapped, in pages, of these namespaces.
    '{ echo 65536 > /proc/sys/kernel/shmall || :; } 2>/dev/null',
    "lines=''",
    `while IFS= read -r line && [ "$line" != ${end} ]; do lines="$lines$line`,
    '"; done',
    'eval "$lines"',
  ].join('\n');
}

/** Its own `/proc`, temporary folders and users, and a command without rights. */
function commandLines(
  cell: Cell,
  { command, args, env, folder }: Command,
  limits: Limits,
  table: string,
): string {
  const { temporary, rights, own } = cell;
  const user = userOf(cell, folder);
  // Chromium's sandbox writes the users of its own namespaces there, and a user cannot write root's files.
  const access = asOneself(cell) ? 'rw' : 'ro';
  const { memoryBytes, spaceBytes, files } = limits;
  const steps: Step[] = [
    mountOf('cb-proc', '/proc', 'proc', `${access},nosuid,nodev,noexec`),
    ...own.temporary.map((place) =>
      empty(place, `mode=1777,size=${Math.min(spaceBytes, memoryBytes)},nr_inodes=${files}`),
    ),
    bind(temporaryStage + folder.slice(temporary.length), folder, 'rw,X-mount.mkdir'),
    ...viewSteps(own.entries, ''),
    // Covers where the cell keeps what is mounted here.
    empty('/run', 'mode=755,size=64k'),
  ];
  const name = user.id === 0 ? 'root' : user.name;
  // By other names until the rights are gone: PATH or LD_PRELOAD would have a program of the guest's run with them.
  const kept = Object.entries(env).map(([key, value], index) => ({ key, value, as: `CB_ENV_${index}` }));
  const taken = kept.map(({ key, as }) => `export ${key}="$${as}"; unset ${as}`);
  return [
    ...linesOf(steps, table),
    `echo ${quote(`${name}:x:${user.id}:${user.group}::${folder}:/bin/sh`)} > /run/passwd`,
    `echo ${quote(`${name}:x:${user.group}:`)} > /run/group`,
    ...(user.id === 0 ? ['mount -o remount,bind,ro,nosuid,nodev /run'] : []),
    `cd ${quote(folder)}`,
    ...kept.map(({ value, as }) => `export ${as}=${quote(value)}`),
    // The first process of a namespace is spared signals, and is the parent of all that lost their own.
    `exec ${[...(asOneself(cell) ? [oneself()] : []), limiter(rights, limits), user.becomes].join(' ')} sh -c ${quote([...taken, '"$@"; exit $?'].join('\n'))} sh ${[command, ...args].map(quote).join(' ')}`,
  ].join('\n');
}

/**
 * In a cell that a user made all processes are of user 0, and as that one Chromium runs no sandbox. Another user, in a
 * user namespace within, has no rights in the cell.
 */
function asOneself({ rights, network }: Cell): boolean {
  return rights === 'user' && network === 'host';
}

function oneself(): string {
  return `unshare --user --map-user=${process.getuid?.() ?? 0} --map-group=${process.getgid?.() ?? 0} --`;
}

/** After the namespace of its user: of that alone are its processes counted. */
function limiter(rights: Cell['rights'], { processes, spaceBytes }: Limits): string {
  // Before Linux 5.14 all processes of a user were counted together.
  const [major = 0, minor = 0] = release().split('.').map(Number);
  const counts = rights === 'root' || major > 5 || (major === 5 && minor >= 14);
  return `prlimit --core=0 --fsize=${spaceBytes}${counts ? ` --nproc=${processes}` : ''}`;
}

type User = {
  id: number;
  group: number;
  name: string;
  /** The command that drops the rights. */
  becomes: string;
};

const dropped = 'setpriv --no-new-privs --inh-caps=-all --bounding-set=-all';

/**
 * As root a process is of a user without a name, the same for all that share a folder. Where only root can read its
 * program it is root's without rights, in the group of that user.
 */
function userOf(cell: Cell, folder: string): User {
  if (asOneself(cell)) {
    const id = process.getuid?.() ?? 0;
    return {
      id,
      group: process.getgid?.() ?? 0,
      name: userInfo().username,
      becomes: 'setpriv --no-new-privs --inh-caps=-all',
    };
  }
  const last = cell.rights === 'root' ? lastUser() : null;
  if (last === null) return { id: 0, group: 0, name: 'root', becomes: dropped };
  const { gid } = lstatSync(folder);
  const isFresh = gid < firstUser || gid > last;
  const group = isFresh ? last - randomInt(userCount) : gid;
  const id = cell.ownersAlone ? 0 : group;
  give(folder, { id, group, isFresh });
  return {
    ...{ id, group, name: 'guest' },
    becomes: `${dropped} --reuid ${id} --regid ${group} --clear-groups`,
  };
}

/** Gives the user the files that the harness made there. After an earlier guest, only the folder's own entries. */
function give(folder: string, { id, group, isFresh }: { id: number; group: number; isFresh: boolean }): void {
  for (const name of readdirSync(folder, { recursive: isFresh, encoding: 'utf8' })) {
    const place = path.join(folder, name);
    try {
      if (isFresh || lstatSync(place).uid === 0) lchownSync(place, id, group);
    } catch {
      // A browser that runs already removes files of its own.
    }
  }
  // It stays root's too: a browser that is not confined drops its rights, and makes files in it.
  chownSync(folder, 0, group);
  chmodSync(folder, 0o770);
}

/** A range that systems reserve for services without their own users. */
const [firstUser, userCount] = [61184, 4336];

/** The last of the range; null if this user namespace has none of it. */
function lastUser(): number | null {
  const last = firstUser + userCount - 1;
  const isMapped = readFileSync('/proc/self/uid_map', 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .some(([inside = 0, , count = 0]) => inside <= firstUser && last < inside + count);
  return isMapped ? last : null;
}
