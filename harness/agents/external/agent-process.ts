import { constants } from 'node:fs';
import { chmod, lstat, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { constants as system } from 'node:os';
import path from 'node:path';
import { openStart } from '../../platform/confine/open-start.ts';
import { temporaryFolder } from '../../platform/confine/temporary-folder.ts';
import type { AgentEndKind } from '../../results/records/agent-ends.ts';
import type { Place } from '../built-in-agent.ts';
import { type Report, reportInFile } from '../report.ts';
import type { AcpStreams } from './converse-over-acp.ts';

const { signals } = system;

/** Enough for the last steps of a verbose agent. */
const keptOutputBytes = 8 * 2 ** 20;
const keptErrorBytes = 64 * 1024;
/** The most that an agent may print, in MiB. */
const mostOutputMiB = 64;

/** An agent's own folders, below a root that is removed with all remaining files. */
export type AgentFolders = AsyncDisposable & { root: string; home: string; work: string; temporary: string };

export type AgentCommand = {
  command: readonly [string, ...string[]];
  env: Readonly<Record<string, string>>;
  /** Files by paths below its home. */
  files: Readonly<Record<string, string>>;
  /** Whether its standard streams carry a protocol; else its input is closed and its output is kept. */
  converses: boolean;
};

export type RunningAgent = {
  exited: Promise<void>;
  hasExited(): boolean;
  /** Null while it runs, and after an end by a signal. */
  exitCode(): number | null;
  /** Null unless the streams carry a protocol. */
  streams: AcpStreams | null;
  /** The last parts of its output. */
  output(): string;
  errors(): string;
  confined: boolean;
  /** The limit of memory, processes, disk space or output that it was ended for; null if it exceeded none. */
  overLimit(): string | null;
  /** Waits `graceMs` for its exit, then ends all its processes. */
  end(graceMs: number): Promise<void>;
};

export async function openAgentFolders(): Promise<AgentFolders> {
  const root = await mkdtemp(path.join(temporaryFolder(), 'cb-agent-'));
  const [home, work, temporary] = ['home', 'work', 'tmp'].map((name) => path.join(root, name)) as [
    string,
    string,
    string,
  ]; // one folder for each of the three names
  for (const folder of [home, work, temporary]) await mkdir(folder);
  return {
    ...{ root, home, work, temporary },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** Starts a sandboxed agent. It sees only its own folders, its program and these ports of the loopback address. */
export async function startAgent(
  { command, env, files, converses }: AgentCommand,
  folders: AgentFolders,
  { mark, hidden }: Place,
  ports: readonly number[],
): Promise<RunningAgent> {
  const { root, home, work, temporary } = folders;
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(home, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
    await chmod(file, 0o600);
  }
  // Its own folder is visible anyway.
  const named = [...command, ...Object.values(env)].map((word) => word.replaceAll(root, '{own}'));
  const start = await openStart(hidden, named, `${mark}.agent`);
  try {
    const inWork = ['-c', 'cd "$1" && shift && exec "$@"', 'sh', work, ...command];
    const { child, exited, overLimit } = await start.run(
      { command: 'sh', args: inWork, env: { ...environment(home, temporary), ...env }, folder: root },
      ports,
    );
    const [output, errors] = [new Tail(keptOutputBytes), new Tail(keptErrorBytes)];
    let printed = 0;
    const keepIn = (tail: Tail) => (chunk: Buffer) => {
      tail.add(chunk);
      printed += chunk.length;
      if (hasFlooded()) void start.end();
    };
    const hasFlooded = () => printed > mostOutputMiB * 2 ** 20;
    child.stderr?.on('data', keepIn(errors));
    const streams =
      converses && child.stdin && child.stdout ? { input: child.stdin, output: child.stdout } : null;
    if (!streams) {
      child.stdout?.on('data', keepIn(output));
      // Some agents wait for more input while it is open.
      child.stdin?.end();
    }
    return {
      streams,
      exited,
      hasExited: () => child.exitCode !== null || child.signalCode !== null,
      exitCode: () => child.exitCode,
      output: () => output.text(),
      errors: () => errors.text(),
      confined: start.unconfined === null,
      overLimit: () => overLimit?.() ?? (hasFlooded() ? `more than ${mostOutputMiB} MiB of output` : null),
      end: (graceMs) => start.end(graceMs),
    };
  } catch (error) {
    await start.end();
    throw error;
  }
}

function environment(home: string, temporary: string): Record<string, string> {
  const own = path.dirname(process.execPath);
  return {
    PATH: [own, process.env.PATH ?? ''].join(path.delimiter),
    HOME: home,
    TMPDIR: temporary,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    NO_COLOR: '1',
    CI: '1',
  };
}

/** The last part of a stream of any length. */
class Tail {
  private readonly most: number;
  private chunks: Buffer[] = [];
  private bytes = 0;

  constructor(mostBytes: number) {
    this.most = mostBytes;
  }

  add(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.bytes += chunk.length;
    for (;;) {
      const [first] = this.chunks;
      if (!first || this.bytes - first.length < this.most) return;
      this.chunks.shift();
      this.bytes -= first.length;
    }
  }

  text(): string {
    return Buffer.concat(this.chunks).subarray(-this.most).toString('utf8');
  }
}

/** Hints for the usual mistakes in a first command line. */
const hints: readonly (readonly [RegExp, string])[] = [
  [
    /not found|no such file|cannot find|can't open|ENOENT/i,
    ' (it runs in an empty folder of its own: its line names files by absolute paths)',
  ],
  [
    /read-only file system|EROFS|permission denied/i,
    ' (only its own folder, HOME and TMPDIR can be written to)',
  ],
];

/** The last lines of an agent's output. */
export function lastWords(agent: Pick<RunningAgent, 'output' | 'errors'>): string {
  const lines = `${agent.output()}\n${agent.errors()}`.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(-3).join(' | ').slice(-400) || 'no output';
}

const namesError = /^\s*(?:Uncaught )?(?:[\w.$]*(?:Error|Exception|Interrupt|Exit)\b|panic|fatal\b)/;

/** An abnormal end of a process. */
export type AbnormalEnd = { kind: AgentEndKind; words: string };

/**
 * How a process ended by itself or by its limits: its exit code and its last error line, or the limit. Null for a
 * successful exit.
 */
export function causeOfEnd(
  agent: Omit<RunningAgent, 'streams' | 'confined' | 'exited' | 'end'>,
): AbnormalEnd | null {
  const over = agent.overLimit();
  if (over !== null) return { kind: 'over_limit', words: `ended by the harness: it took ${over}` };
  const code = agent.exitCode();
  if (code === 0 || !agent.hasExited()) return null;
  const error = agent
    .errors()
    .split('\n')
    .findLast((line) => namesError.test(line));
  const said = (error ?? lastWords(agent)).trim().slice(0, 400);
  const signal = code === null ? null : signalIn(code);
  return {
    kind: code === null || signal !== '' ? 'killed' : 'crashed',
    words: `ended ${code === null ? 'by a signal' : `with ${code}${signal}`}: ${said}`,
  };
}

/** The signal that a shell reports by this exit code, ` (SIGKILL)` for 137; empty for another exit code. */
function signalIn(code: number): string {
  const found = Object.entries(signals).find(([, number]) => number === code - 128);
  return found ? ` (${found[0]})` : '';
}

/** A hint for a common mistake, or an empty text. */
export function hintFor(output: string): string {
  return hints.find(([words]) => words.test(output))?.[1] ?? '';
}

const answerFile = 'answer.txt';
const maxAnswerBytes = 64 * 1024;

/** The file where an agent without tools writes the arguments of `done`, or its answer alone. */
export function answerFileIn(work: string): string {
  return path.join(work, answerFile);
}

/** Null without such a file. */
export async function readAnswerFile(work: string): Promise<Report | null> {
  const text = await readOwnFile(work, answerFile, maxAnswerBytes);
  return text === null ? null : reportInFile(text);
}

/**
 * The beginning of a file in an agent's folder; null if it is missing. A link out of the folder or a special file
 * counts as missing. Otherwise a sandboxed agent could make the harness read any file of this machine.
 */
async function readOwnFile(folder: string, name: string, maxBytes: number): Promise<string | null> {
  try {
    if (!(await lstat(folder)).isDirectory()) return null;
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    await using file = await open(path.join(folder, name), flags);
    if (!(await file.stat()).isFile()) return null;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    return buffer.subarray(0, bytesRead).toString('utf8');
  } catch {
    return null;
  }
}
