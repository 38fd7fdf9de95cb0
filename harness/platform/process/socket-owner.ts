import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A TCP connection over 127.0.0.1 by its two ports: that of the process that connected, and that of the listener. */
export type Connection = { from: number; to: number };

/**
 * Who made a connection to a listener of this process. `gone`: it has closed its end already. `unknown`: this machine
 * does not show it, as outside of Linux.
 */
export type Sender = 'own' | 'other' | 'gone' | 'unknown';

/**
 * Tells whether a connection was made by this process tree: by the process `root` or what it started. Reads `/proc`;
 * synchronous, because promises take several times that. The kernel's table of sockets takes it 5 ms.
 */
export class SocketOwner {
  private readonly root: number;
  /** The process that held the last socket: a browser has one process for all its connections. */
  private last: string | null = null;

  constructor(root: number) {
    this.root = root;
  }

  senderOf(connection: Connection): Sender {
    // Connections come several at once. A socket of an older table is still this one if a process has it open.
    const known = sockets.get(keyOf(connection));
    if (known && this.last !== null && holds(this.last, known.inode)) return 'own';
    sockets = process.platform === 'linux' ? socketTable() : new Map();
    const { from, to } = connection;
    if (!sockets.has(keyOf({ from: to, to: from }))) return 'unknown';
    const client = sockets.get(keyOf(connection));
    if (client === undefined || (client.inode === '0' && client.state !== established)) return 'gone';
    if (client.inode === '0') return 'unknown';
    let isHidden = false;
    for (const pid of treeOf(String(this.root))) {
      const found = holds(pid, client.inode);
      if (found) {
        this.last = pid;
        return 'own';
      }
      isHidden ||= found === null;
    }
    return isHidden ? 'unknown' : 'other';
  }
}

const established = '01';

type KnownSocket = { state: string; inode: string };

/** As read last, for all connections of this process. */
let sockets: ReadonlyMap<string, KnownSocket> = new Map();

/** Of the loopback address in the kernel's table of TCP sockets, by `<local port>:<remote port>` in hexadecimal. */
function socketTable(): Map<string, KnownSocket> {
  const [, ...lines] = (read('/proc/self/net/tcp') ?? '').split('\n');
  return new Map(
    lines.flatMap((line): [string, KnownSocket][] => {
      const [, local = '', remote = '', state = '', ...rest] = line.trim().split(/\s+/);
      const ports = [local, remote].map((end) => /^0100007F:(\w+)$/.exec(end)?.[1]);
      return ports.includes(undefined) ? [] : [[ports.join(':'), { state, inode: rest[5] ?? '0' }]];
    }),
  );
}

function keyOf({ from, to }: Connection): string {
  return [from, to].map((port) => port.toString(16).toUpperCase().padStart(4, '0')).join(':');
}

/** Whether a process has this socket open; null where its files can't be read. */
function holds(pid: string, inode: string): boolean | null {
  const link = `socket:[${inode}]`;
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`) === link;
      } catch {
        return false; // Closed since it was listed.
      }
    });
  } catch (error) {
    return isGone(error) ? false : null;
  }
}

/** A process and all that it started. Threads start processes, each on its own list. */
function* treeOf(pid: string): Generator<string> {
  yield pid;
  let threads: string[] = [];
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch {
    // It ended.
  }
  for (const thread of threads)
    for (const child of (read(`/proc/${pid}/task/${thread}/children`) ?? '').split(' '))
      if (child !== '') yield* treeOf(child);
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOENT', 'ESRCH'].includes(String(error.code));
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
