import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A TCP connection to a port of 127.0.0.1. Who connects may do so from any address of the machine. */
export type Connection = { address: string; from: number; to: number };

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
    // Connections come several at once. A socket of an older table is still this one if a process has it open, and it
    // was of no connection before: a program may keep the socket of one that is reset.
    const known = sockets.get(keyOf(connection));
    if (known && !answered.has(known.inode) && this.last !== null && holds(this.last, known.inode))
      return this.own(known, this.last);
    sockets = isShown ? socketTable() : new Map();
    answered = new Set([...sockets.values()].flatMap(({ inode }) => (answered.has(inode) ? inode : [])));
    if (!sockets.has(endsOf(connection).reverse().join(' '))) return 'unknown';
    const client = sockets.get(keyOf(connection));
    if (client === undefined || (client.inode === '0' && client.state !== established)) return 'gone';
    if (client.inode === '0') return 'unknown';
    let isHidden = false;
    for (const pid of treeOf(String(this.root))) {
      const found = holds(pid, client.inode);
      if (found) return this.own(client, pid);
      isHidden ||= found === null;
    }
    return isHidden ? 'unknown' : 'other';
  }

  private own({ inode }: KnownSocket, pid: string): Sender {
    answered.add(inode);
    this.last = pid;
    return 'own';
  }
}

/** A kernel of Linux need not list what a process has started. */
const isShown = existsSync(`/proc/self/task/${process.pid}/children`);

const established = '01';

type KnownSocket = { state: string; inode: string };

/** As read last, for all connections of this process. */
let sockets: ReadonlyMap<string, KnownSocket> = new Map();
/** Sockets of connections that were attributed to a tree. */
let answered = new Set<string>();

/** TCP sockets of the kernel's table with an end at the loopback address, by both ends, the local one first. */
function socketTable(): Map<string, KnownSocket> {
  const [, ...lines] = (read('/proc/self/net/tcp') ?? '').split('\n');
  return new Map(
    lines.flatMap((line): [string, KnownSocket][] => {
      const [, local = '', remote = '', state = '', ...rest] = line.trim().split(/\s+/);
      const isHere = [local, remote].some((end) => end.startsWith('0100007F:'));
      return isHere ? [[`${local} ${remote}`, { state, inode: rest[5] ?? '0' }]] : [];
    }),
  );
}

function keyOf(connection: Connection): string {
  return endsOf(connection).join(' ');
}

/** As the table has them: the bytes of an address from the last to the first, and a port, in hexadecimal. */
function endsOf({ address, from, to }: Connection): string[] {
  const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0');
  const bytes = address.split('.').reverse();
  return [`${bytes.map((byte) => hex(Number(byte), 2)).join('')}:${hex(from, 4)}`, `0100007F:${hex(to, 4)}`];
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
