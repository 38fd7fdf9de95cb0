import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, realpathSync, rmdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Server } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ListenOrder, ListenReply } from './listen-inside.ts';
import type { Places } from './places.ts';
import {
  bind,
  innerMounts,
  linesOf,
  type OwnView,
  quote,
  stagedIn,
  type Views,
  viewSteps,
  viewsOf,
} from './view.ts';

/** Whether a user namespace is made too: without root, the others need it. */
export type Rights = 'root' | 'user';

/** `own`: only a loopback address. `host`: the network of the harness. */
export type Network = 'own' | 'host';

/**
 * Another machine as a process in a cell sees it: an address that is one more of the cell's loopback interface, and the
 * names that lead to it. So nothing that is sent to it leaves the cell.
 */
export type Neighbour = { address: string; names: readonly string[]; port: number };

export type CellKind = { rights: Rights; network: Network; neighbours?: readonly Neighbour[] };

/**
 * Namespaces that are kept for one process after the other: a network, a view of the file system, a process table that
 * ends with the harness.
 */
export type Cell = CellKind & {
  /** Id of the process that owns the namespaces. */
  pid: number;
  /** The folder that is writable inside, a part for each process. */
  temporary: string;
  /** The mounts of each process in its own temporary folders. */
  own: OwnView;
  /** Whether root's processes must stay root's, to read the files in their command line. */
  ownersAlone: boolean;
  /** Listens on a port of the cell's own loopback address or of a neighbour; its connections arrive here. */
  listen(port: number, address?: string): Promise<Server>;
  isThere(): boolean;
  end(): void;
};

/** The place of the harness's temporary folder in a cell, writable, until a process has its own part of it. */
export const temporaryStage = '/run/tmp';

/** The folder for tables of mounts; the rest of a cell is read-only. */
export const tables = '/run/tables';

const program = fileURLToPath(new URL('./listen-inside.ts', import.meta.url));

/** Rejects with the last line of the shell's errors if the kernel or the installed programs do not allow it. */
export async function openCell(
  { rights, network, neighbours = [] }: CellKind,
  places: Places,
  temporary: string,
): Promise<Cell> {
  const root = mkdtempSync(path.join(temporary, 'cb-cell-'));
  try {
    const views = viewsOf(places, [realpathSync('/tmp'), temporary, '/dev/shm']);
    await using source = await open(program);
    const keeper = spawn(
      'unshare',
      [
        ...(rights === 'user' ? ['--user', '--map-root-user'] : []),
        ...(network === 'own' ? ['--net'] : []),
        ...['--mount', '--pid', '--ipc', '--fork', '--kill-child', '--propagation', 'private'],
        ...['sh', '-c', cellScript(root, views, temporary, network, neighbours), 'sh'],
        // The program comes in by its input, for inside its file is not to be seen.
        ...[
          stagedIn(views.own, process.execPath),
          '--disable-sigusr1',
          `--input-type=${program.endsWith('.ts') ? 'module-typescript' : 'module'}`,
          '-',
        ],
      ],
      {
        cwd: '/',
        detached: true,
        env: { PATH: process.env.PATH ?? '' },
        stdio: [source.fd, 'ignore', 'pipe', 'ipc'],
      },
    );
    await once(keeper, 'spawn');
    await started(keeper);
    // A cell that is kept for the next one must not keep the harness running.
    keeper.unref();
    if (keeper.stderr && 'unref' in keeper.stderr && typeof keeper.stderr.unref === 'function')
      keeper.stderr.unref();
    keeper.channel?.unref();
    return {
      ...{ rights, network, temporary, own: views.own, ownersAlone: places.ownersAlone },
      pid: keeper.pid as number, // set once 'spawn' was emitted
      listen: (port, address = '127.0.0.1') => listen(keeper, address, port),
      isThere: () => keeper.connected && keeper.exitCode === null,
      end: () => {
        if (keeper.connected) keeper.disconnect();
      },
    };
  } finally {
    // A mount of other namespaces does not hold it.
    rmdirSync(root);
  }
}

function started(keeper: ChildProcess): Promise<void> {
  let errors = '';
  keeper.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-500);
  });
  return new Promise((resolve, reject) => {
    keeper.once('message', () => resolve());
    keeper.once('close', () => reject(new Error(lastLine(errors) ?? 'unshare ended')));
  });
}

/** The last line that a command printed: an indented one belongs to the line before. Null if it printed nothing. */
export function lastLine(errors: string): string | null {
  return errors.split('\n').findLast((line) => /^\S/.test(line)) ?? null;
}

function listen(keeper: ChildProcess, address: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error('the cell is gone'));
    const hear = (reply: ListenReply, server: unknown) => {
      if (reply.port !== port || reply.address !== address) return;
      keeper.off('message', hear).off('exit', gone);
      if (reply.error) reject(new Error(`port ${port} of ${address} in a cell: ${reply.error}`));
      // A reply without an error comes with its server.
      else resolve(server as Server);
    };
    keeper.on('message', hear).once('exit', gone);
    keeper.send({ address, port } satisfies ListenOrder);
  });
}

/** Administrators' programs, which not every user's PATH has. */
export const pathLine = `PATH="$PATH:/usr/sbin:/sbin"`;

const devices = ['null', 'zero', 'full', 'random', 'urandom'];

const loopbackUp = [
  'ip link set lo up 2>/dev/null || ifconfig lo up 2>/dev/null || {',
  '  mount -t sysfs -o nosuid,nodev,noexec cb-sys /sys && echo 9 > /sys/class/net/lo/flags; }',
];

/**
 * Turns its namespaces into a cell: a network with only a loopback address (or the host's), and a new root with the shown
 * places, read-only, and five devices. The old root is unmounted. Then it runs the command in its arguments.
 */
function cellScript(
  root: string,
  { shown, own }: Views,
  temporary: string,
  network: Network,
  neighbours: readonly Neighbour[],
): string {
  const links = readdirSync('/', { withFileTypes: true }).filter((entry) => entry.isSymbolicLink());
  const base = ['/dev/shm', '/etc', '/proc', temporaryStage, tables, ...own.temporary];
  return [
    'set -eu',
    pathLine,
    ...(network === 'own' ? loopbackUp : []),
    ...neighbours
      .filter(({ address }) => !isLoopback(address))
      .map(({ address }) => `ip addr add ${address}/32 dev lo`),
    `mount -t tmpfs -o mode=755,nosuid,nodev,size=64m cb-root ${quote(root)}`,
    `cd ${quote(root)}`,
    ...(links.length > 0 ? [`cp -P ${links.map(({ name }) => quote(`/${name}`)).join(' ')} .`] : []),
    `mkdir -p ${base.map((place) => quote(place.slice(1))).join(' ')}`,
    ...devices.map((name) => `: > dev/${name}`),
    '{ cp -P /dev/fd /dev/stdin /dev/stdout /dev/stderr dev || :; } 2>/dev/null',
    // The users of each process are its own.
    'ln -s ../run/passwd ../run/group etc',
    ...linesOf(
      [
        // First, because the new root is in it.
        bind(temporary, root + temporaryStage),
        bind('/proc', `${root}/proc`),
        bind(root + tables, root + tables),
        ...devices.map((name) => bind(`/dev/${name}`, `${root}/dev/${name}`)),
        ...viewSteps(shown, root),
      ],
      '.table',
    ),
    ...innerMounts(shown).map(
      // One that can't be entered can't be written to either.
      ({ place, options }) =>
        `mount -o remount,bind,${options} ${quote(root + place)} 2>/dev/null || ! cd ${quote(root + place)} 2>/dev/null`,
    ),
    `cd ${quote(root)}`,
    ...namesOf(neighbours),
    `mount -o remount,bind,ro,nosuid,nodev ${quote(root)}`,
    'pivot_root . .',
    'umount -l .',
    'cd /',
    'exec "$@"',
  ].join('\n');
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

/** The cell's own list of hosts, with the neighbours, in place of the system's. A cell has no other source of names. */
function namesOf(neighbours: readonly Neighbour[]): string[] {
  const lines = neighbours.flatMap(({ address, names }) => names.map((name) => `${address} ${name}`));
  if (lines.length === 0) return [];
  return [
    `{ cat etc/hosts 2>/dev/null || :; printf '%s\\n' ${lines.map(quote).join(' ')}; } > .hosts`,
    'chmod 644 .hosts',
    '[ -e etc/hosts ] || : > etc/hosts',
    'mount -o bind .hosts etc/hosts',
  ];
}
