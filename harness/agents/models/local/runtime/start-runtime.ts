import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { usualLimits } from '../../../../platform/confine/limits.ts';
import { openStart } from '../../../../platform/confine/open-start.ts';
import { temporaryFolder } from '../../../../platform/confine/temporary-folder.ts';
import { lastWords } from '../../../../servers/pipe-transport.ts';
import type { Json } from '../../apis/api.ts';
import type { LocalRuntime } from './install-runtime.ts';

export type Sampling = { temperature: number; topK: number; topP: number; repeatPenalty: number };

/** A conversation in the messages and tools of chat completions. */
export type Conversation = { messages: unknown; tools: unknown };

/** What a runtime reports after loading. `mapped`: the inode of the weights in its memory; null if unknown. */
type Loaded = {
  granted: number;
  trained: number;
  toolsFrom: 'template' | 'system';
  loadMs: number;
  release: string;
  mapped: number | null;
};

/**
 * `end`: `call` after a whole call, `stop` at the end of the model's turn, `stuck` if the grammar allowed no token. The
 * tokens have the end of the turn, the text does not. Times in milliseconds.
 */
export type Completion = {
  tokens: number[];
  text: string;
  logProbability: number;
  end: 'call' | 'stop' | 'cut' | 'stuck';
  promptSha256: string;
  promptTokens: number;
  cachedTokens: number;
  promptMs: number;
  outputMs: number;
};

/** The prompt does not fit the context. */
type Full = { full: { promptTokens: number; context: number } };

type Score = {
  text: string;
  logProbability: number;
  /** Tokens outside the sampler's support. */
  outside: number;
  promptSha256: string;
  /** Whether the tokens are a whole call, or end with the turn of the model. */
  isWhole: boolean;
};

export type Progress = { read: number; of: number };

/** `isCall`: whether the prompt opens a call and the answer ends with it, which is the default. */
type Asked = { conversation: Conversation; grammar: string; isCall?: boolean; sampling: Sampling };

/** A running runtime with loaded weights. */
export type Runtime = AsyncDisposable & {
  loaded: Loaded;
  /** Null in a cell without a network, else why there is none. */
  unconfined: string | null;
  count(conversation: Conversation): Promise<{ promptTokens: number; promptSha256: string }>;
  tokenize(text: string): Promise<number[]>;
  /**
   * Rejects if the process ends, if the answer takes longer than `limitMs`, and at the signal; then the runtime can be
   * asked again. Progress comes while a long prompt is read.
   */
  complete(asked: Asked & { maxTokens: number; seed: string }, watched?: Watched): Promise<Completion | Full>;
  score(asked: Asked & { tokens: readonly number[] }): Promise<Score>;
};

const program = fileURLToPath(new URL('./serve-gguf.mjs', import.meta.url));
const startLimitMs = 30_000;
/** A runtime that goes on computing for this time after it was asked to stop is ended. */
const stopLimitMs = 60_000;

/**
 * Starts the runtime in a cell without a network where this machine has cells, and loads the weights. Throws if it ends
 * or does not load them, with its last words. After an abort it ends, whatever it computes.
 */
export async function startRuntime(
  { modules }: LocalRuntime,
  { weights, context, threads }: { weights: readonly string[]; context: number; threads: number },
  env: NodeJS.ProcessEnv,
  stopMs: number = stopLimitMs,
  signal?: AbortSignal,
): Promise<Runtime> {
  const folder = await mkdtemp(path.join(temporaryFolder(), 'cb-llm-'));
  const copy = path.join(folder, 'serve.mjs');
  const socket = path.join(folder, 's');
  const options = JSON.stringify({ modules, weights: weights[0], context, threads, socket });
  const { memoryBytes, ...limits } = usualLimits();
  const bytes = (await Promise.all(weights.map((file) => stat(file)))).reduce(
    (sum, { size }) => sum + size,
    0,
  );
  let start: Awaited<ReturnType<typeof openStart>> | null = null;
  const abort = () => void start?.end();
  signal?.addEventListener('abort', abort);
  const end = async () => {
    signal?.removeEventListener('abort', abort);
    await start?.end();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    await copyFile(program, copy);
    start = await openStart(
      { checkout: null, answers: [] },
      [modules, ...weights],
      `runtime-${randomUUID()}`,
      {
        stdio: { input: true, output: true, errors: true },
        env: {
          ...env,
          CONTRACT_BENCH_VISIBLE: [env.CONTRACT_BENCH_VISIBLE, modules, ...weights].filter(Boolean).join(':'),
        },
        limits: { ...limits, memoryBytes: memoryBytes + bytes },
      },
    );
    signal?.throwIfAborted();
    const { child, exited } = await start.run(
      {
        command: process.execPath,
        args: [copy, options],
        env: { PATH: process.env.PATH ?? '', HOME: folder, TMPDIR: folder },
        folder,
      },
      [],
    );
    let words = '';
    const listening = new Promise<void>((resolve, reject) => {
      child.stderr?.on('data', (chunk: Buffer) => {
        words = (words + chunk.toString()).slice(-2000);
      });
      child.stdout?.on('data', (chunk: Buffer) => chunk.toString().includes('listening') && resolve());
      void exited.then(() => reject(new Error(`the runtime ended: ${lastWords(words) || 'without a word'}`)));
      setTimeout(
        () => reject(new Error(`the runtime did not start within ${startLimitMs / 1000} s`)),
        startLimitMs,
      ).unref();
    });
    await listening;
    const started = start;
    const client = new Client(connect(socket), {
      exited,
      words: () => lastWords(words) || 'without a word',
      stop: { afterMs: stopMs, end: () => void started.end() },
    });
    const loaded = (await client.ask({ command: 'load' })) as Loaded;
    return {
      loaded,
      unconfined: start.unconfined,
      count: async (conversation) =>
        (await client.ask({ command: 'count', ...conversation })) as {
          promptTokens: number;
          promptSha256: string;
        },
      tokenize: async (text) => (await client.ask({ command: 'tokenize', text })) as number[],
      complete: async (asked, watched) =>
        (await client.ask({ command: 'complete', ...asked }, watched)) as Completion | Full,
      score: async (asked) => (await client.ask({ command: 'score', ...asked })) as Score,
      [Symbol.asyncDispose]: async () => {
        client.close();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

type RunningProcess = {
  exited: Promise<void>;
  words(): string;
  stop: { afterMs: number; end(): void };
};

type Watched = {
  progress?: ((progress: Progress) => void) | undefined;
  /** The request is aborted after this time. */
  limitMs?: number | undefined;
  /** The request is aborted at its end too, as soon as the runtime has read a part of the prompt. */
  signal?: AbortSignal | undefined;
};

/** A line of JSON for each request and reply, one request at a time. The replies are those of our own program. */
class Client {
  private readonly socket: Socket;
  private readonly runtime: RunningProcess;
  private waiting: { reply(line: Json): void; fail(error: Error): void } | null = null;
  private before: Promise<unknown> = Promise.resolve();

  constructor(socket: Socket, runtime: RunningProcess) {
    this.socket = socket;
    this.runtime = runtime;
    const fail = (error: Error) => this.waiting?.fail(error);
    socket.on('error', fail);
    // The interface reports the errors of its input once more.
    createInterface({ input: socket })
      .on('line', (line) => this.waiting?.reply(JSON.parse(line) as Json))
      .on('error', fail);
  }

  ask(request: object, more: Watched = {}): Promise<unknown> {
    const asked = this.before.then(() => this.send(request, more));
    this.before = asked.catch(() => {});
    return asked;
  }

  close(): void {
    this.socket.destroy();
  }

  private async send(request: object, { progress, limitMs, signal }: Watched): Promise<unknown> {
    signal?.throwIfAborted();
    const { exited, words, stop } = this.runtime;
    let timer: NodeJS.Timeout | null = null;
    const abort = () => void this.socket.write('{"command":"abort"}\n');
    const answered = new Promise((resolve, reject) => {
      void exited.then(() => reject(new Error(`the runtime of the local model ended: ${words()}`)));
      this.waiting = {
        reply: (line) => {
          if (line.progress) progress?.(line.progress as Progress);
          else if (typeof line.error === 'string') reject(new Error(line.error));
          else resolve(line.result);
        },
        fail: reject,
      };
      this.socket.write(`${JSON.stringify(request)}\n`);
      signal?.addEventListener('abort', abort, { once: true });
      if (limitMs === undefined) return;
      timer = setTimeout(() => {
        abort();
        timer = setTimeout(stop.end, stop.afterMs);
      }, limitMs);
    });
    return answered.finally(() => {
      signal?.removeEventListener('abort', abort);
      if (timer) clearTimeout(timer);
    });
  }
}
