import { constants } from 'node:fs';
import { chmod, lstat, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openStart } from '../../platform/confine/open-start.ts';
import { temporaryFolder } from '../../platform/confine/temporary-folder.ts';
import type { Place } from '../built-in-agent.ts';
import { type Report, reportInFile } from '../report.ts';
import type { AcpStreams } from './converse-over-acp.ts';

/** What an agent that prints all it does writes of its last steps. */
const keptOutputBytes = 8 * 2 ** 20;
const keptErrorBytes = 64 * 1024;

/** An agent's own folders, below one that is removed with all that it leaves there. */
export type AgentFolders = AsyncDisposable & { root: string; home: string; work: string; temporary: string };

export type AgentCommand = {
  command: readonly [string, ...string[]];
  env: Readonly<Record<string, string>>;
  /** By paths below its home. */
  files: Readonly<Record<string, string>>;
  /** Whether its standard streams are a conversation; else its input is closed, and its output is kept. */
  converses: boolean;
};

export type RunningAgent = {
  exited: Promise<void>;
  hasExited(): boolean;
  /** Null while it runs, and where a signal ended it. */
  exitCode(): number | null;
  /** Of one that converses. */
  streams: AcpStreams | null;
  /** The ends of what it wrote. */
  output(): string;
  errors(): string;
  confined: boolean;
  /** The limit of memory, processes or space that it was ended for; null where it kept to all. */
  overLimit(): string | null;
  /** Waits so long for it to leave by itself, then ends all that it started. */
  end(graceMs: number): Promise<void>;
};

export async function openAgentFolders(): Promise<AgentFolders> {
  const root = await mkdtemp(path.join(temporaryFolder(), 'cb-agent-'));
  const [home, work, temporary] = ['home', 'work', 'tmp'].map((name) => path.join(root, name)) as [
    string,
    string,
    string,
  ]; // three names make three
  for (const folder of [home, work, temporary]) await mkdir(folder);
  return {
    ...{ root, home, work, temporary },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** Starts an agent where it sees its own folders, its program and these ports of the loopback address, and nothing else. */
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
  // Its own folder is its own anyway.
  const named = [...command, ...Object.values(env)].map((word) => word.replaceAll(root, '{own}'));
  const start = await openStart(hidden, named, `${mark}.agent`);
  try {
    const inWork = ['-c', 'cd "$1" && shift && exec "$@"', 'sh', work, ...command];
    const { child, exited, overLimit } = await start.run(
      { command: 'sh', args: inWork, env: { ...environment(home, temporary), ...env }, folder: root },
      ports,
    );
    const [output, errors] = [new Tail(keptOutputBytes), new Tail(keptErrorBytes)];
    child.stderr?.on('data', (chunk: Buffer) => errors.add(chunk));
    const streams =
      converses && child.stdin && child.stdout ? { input: child.stdin, output: child.stdout } : null;
    if (!streams) {
      child.stdout?.on('data', (chunk: Buffer) => output.add(chunk));
      // Some agents wait for more of their prompt as long as it is open.
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
      overLimit: () => overLimit?.() ?? null,
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

/** The end of a stream, however long that is. */
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

/** The usual mistakes of a first command line. */
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

/** The end of what an agent printed. */
export function lastWords(agent: Pick<RunningAgent, 'output' | 'errors'>): string {
  const lines = `${agent.output()}\n${agent.errors()}`.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(-3).join(' | ').slice(-400) || 'it said nothing';
}

const namesError = /^\s*(?:Uncaught )?(?:[\w.$]*(?:Error|Exception|Interrupt|Exit)\b|panic|fatal\b)/;

/** How a process that left by itself ended: its code and the last error that it wrote. Null where it ended well. */
export function causeOfEnd(
  agent: Omit<RunningAgent, 'streams' | 'confined' | 'overLimit' | 'exited' | 'end'>,
): string | null {
  const code = agent.exitCode();
  if (code === 0 || !agent.hasExited()) return null;
  const error = agent
    .errors()
    .split('\n')
    .findLast((line) => namesError.test(line));
  return `ended ${code === null ? 'by a signal' : `with ${code}`}: ${(error ?? lastWords(agent)).trim().slice(0, 400)}`;
}

/** What often helps where that is what went wrong; else nothing. */
export function hintFor(said: string): string {
  return hints.find(([words]) => words.test(said))?.[1] ?? '';
}

const answerFile = 'answer.txt';
const maxAnswerBytes = 64 * 1024;

/** Where an agent that has no tools says what `done` would take, or its answer alone. */
export function answerFileIn(work: string): string {
  return path.join(work, answerFile);
}

/** Null where it wrote nothing. */
export async function readAnswerFile(work: string): Promise<Report | null> {
  const text = await readOwnFile(work, answerFile, maxAnswerBytes);
  return text === null ? null : reportInFile(text);
}

/**
 * The beginning of a file that an agent left in its folder; null where it left none. What leads out of the folder or is
 * no file is none: an agent that sees its own folders alone could have any file of this machine read otherwise.
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
