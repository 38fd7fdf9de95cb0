import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import type { Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { CellKind } from './cell-kind.ts';
import { cellScript } from './cell-script.ts';
import type { ListenOrder, ListenReply } from './listen-inside.ts';
import { mountLines } from './mount-lines.ts';
import type { Places } from './places.ts';

const program = fileURLToPath(new URL('./listen-inside.ts', import.meta.url));

/**
 * Namespaces that are kept for one process after the other: a network, a view of the file system, a process table that
 * ends with the harness.
 */
export type Cell = CellKind & {
  /** Of the process whose namespaces they are. */
  pid: number;
  /** The folder that is writable inside, a part for each process. */
  temporary: string;
  /** What each process runs to have its temporary folders empty. */
  views: readonly string[];
  /** Listens on a port of the cell's own loopback address; what connects there arrives here. */
  listen(port: number): Promise<Server>;
  isThere(): boolean;
  end(): void;
};

/** Rejects, with what the shell said last, where the kernel or what is installed does not allow it. */
export async function openCell(
  { rights, network }: CellKind,
  places: Places,
  temporary: string,
): Promise<Cell> {
  const { once: views, each } = mountLines(places, ['/tmp', temporary]);
  await using source = await open(program);
  const keeper = spawn(
    'unshare',
    [
      ...(rights === 'user' ? ['--user', '--map-root-user'] : []),
      ...(network === 'own' ? ['--net'] : []),
      ...['--mount', '--pid', '--ipc', '--fork', '--kill-child', '--propagation', 'private'],
      ...['sh', '-c', cellScript(temporary, views, network), 'sh'],
      // The program comes in by its input, for inside its file is not to be seen.
      ...[
        process.execPath,
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
    rights,
    network,
    pid: keeper.pid as number, // set once 'spawn' was emitted
    temporary,
    views: each,
    listen: (port) => listen(keeper, port),
    isThere: () => keeper.connected && keeper.exitCode === null,
    end: () => keeper.disconnect(),
  };
}

function started(keeper: ChildProcess): Promise<void> {
  let errors = '';
  keeper.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-500);
  });
  return new Promise((resolve, reject) => {
    keeper.once('message', () => resolve());
    keeper.once('close', () => reject(new Error(lastSaid(errors) ?? 'unshare ended')));
  });
}

/** The last line that a command said: what is indented goes on from it. Null where none said anything. */
export function lastSaid(errors: string): string | null {
  return errors.split('\n').findLast((line) => /^\S/.test(line)) ?? null;
}

function listen(keeper: ChildProcess, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error('the cell is gone'));
    const hear = (reply: ListenReply, server: unknown) => {
      if (reply.port !== port) return;
      keeper.off('message', hear).off('exit', gone);
      if (reply.error) reject(new Error(`port ${port} of a cell: ${reply.error}`));
      // What comes with a reply that is no error is the server that it tells of.
      else resolve(server as Server);
    };
    keeper.on('message', hear).once('exit', gone);
    keeper.send({ port } satisfies ListenOrder);
  });
}
