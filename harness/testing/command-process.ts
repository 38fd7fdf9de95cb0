import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as z from 'zod';

const Answer = z.strictObject({
  exitCode: z.int(),
  stdout: z.string(),
  stderr: z.string(),
  /** It was a command that ends its process itself. */
  ends: z.boolean(),
});

export type Ended = { exitCode: number; stdout: string; stderr: string };

/** Hands each of the command lines to the function that `harness/cli/main.ts` hands its own to. */
const program = `
import './harness/platform/process/provide-disposal.ts';
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { cacheFolder } from './harness/platform/files/cache-folder.ts';
enableCompileCache(path.join(cacheFolder(), 'compiled'));
const { runCommandLine } = await import('./harness/cli/program.ts');
process.setMaxListeners(0);
process.stdout.setMaxListeners(0);
const exit = process.exit.bind(process);
process.on('message', async (words) => {
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'])
    process[name].write = (text) => { said[name] += text; return true; };
  let ends = false;
  const answer = (then) => process.send({ ...said, exitCode: process.exitCode ?? 0, ends }, then);
  process.exit = () => { ends = true; answer(() => exit(0)); };
  process.exitCode = undefined;
  await runCommandLine(words);
  if (!ends) answer();
});
process.send('ready');
`;

/** A process that runs command lines one after the other: one for each would spend most of its time on starting. */
export class CommandProcess {
  readonly #folder: string;
  readonly #env: Record<string, string>;
  #child: Promise<ChildProcess> | undefined;
  #isFree = true;

  constructor(folder: string, env: Record<string, string>) {
    this.#folder = folder;
    this.#env = env;
  }

  /** False while a command line runs; another one has to wait, or have a process of its own. */
  get isFree(): boolean {
    return this.#isFree;
  }

  /** What a command line ends with, as one in a process of its own would. */
  async run(words: readonly string[]): Promise<Ended> {
    this.#isFree = false;
    try {
      this.#child ??= this.#start();
      const child = await this.#child;
      child.send(words);
      const { ends, ...said } = Answer.parse(await next(child));
      if (ends) {
        if (child.exitCode === null) await once(child, 'exit');
        this.#child = undefined;
      }
      return { ...said, stdout: withoutLastBreak(said.stdout), stderr: withoutLastBreak(said.stderr) };
    } finally {
      this.#isFree = true;
    }
  }

  async end(): Promise<void> {
    (await this.#child)?.kill('SIGKILL');
  }

  async #start(): Promise<ChildProcess> {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      cwd: this.#folder,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: this.#env,
    });
    await next(child);
    return child;
  }
}

/** The next message; throws where the process ends without one. */
async function next(child: ChildProcess): Promise<unknown> {
  const over = new AbortController();
  const { signal } = over;
  const died = once(child, 'exit', { signal }).then(([code, by]) => {
    throw new Error(`the process of the command lines ended (${code ?? by})`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), died]);
    return message;
  } finally {
    over.abort();
  }
}

const withoutLastBreak = (text: string) => text.replace(/\r?\n$/, '');
