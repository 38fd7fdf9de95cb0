import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openStart } from '../../platform/confine/open-start.ts';
import { temporaryFolder } from '../../platform/confine/temporary-folder.ts';
import type { Place } from '../adapter.ts';
import type { AcpStreams } from './converse-over-acp.ts';
import { Tail } from './tail.ts';

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
  /** Null while it runs, and where a signal ended it. */
  exitCode(): number | null;
  /** Of one that converses. */
  streams: AcpStreams | null;
  /** The ends of what it wrote. */
  output(): string;
  errors(): string;
  confined: boolean;
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
  const start = await openStart(hidden, command, `${mark}.agent`);
  try {
    const inWork = ['-c', 'cd "$1" && shift && exec "$@"', 'sh', work, ...command];
    const { child, exited } = await start.run(
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
      exitCode: () => child.exitCode,
      output: () => output.text(),
      errors: () => errors.text(),
      confined: start.unconfined === null,
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
