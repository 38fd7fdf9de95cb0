import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as delay } from 'node:timers/promises';
import { killGroup, markVariable } from '../../platform/process/mark.ts';
import type { SkillUsage } from '../../results/records/skill-run.ts';

/** The result of one attempt at a task under a condition. */
export type Outcome = {
  passed: boolean;
  exitCode: number | null;
  /** `none` if it passed. */
  category: string;
  message?: string;
  stdout?: string;
  stderr?: string;
  /** Present for an episode with a model: its usage, and the model name in the answers. */
  usage?: SkillUsage;
  answered?: string | null;
};

export type Attempt = Outcome & { durationMs: number };

const maxBytes = 8 * 2 ** 20;

type Verifier = { function: 'bundle_file_exists' | 'bundle_file_contains'; args: Record<string, unknown> };

const passed: Outcome = { passed: true, exitCode: 0, category: 'none' };

/** Checks one regular file in the bundle, by its real path; reads nothing outside the bundle. Never throws. */
export async function verifyByFunction(verifier: Verifier, bundle: string | null): Promise<Outcome> {
  const { function: name, args } = verifier;
  if (bundle === null) return refused('assertion_failed', 'bundle path is required for function verifiers');
  const { path: asked, contains } = args;
  if (typeof asked !== 'string' || asked.trim() === '')
    return refused(
      'execution_error',
      name === 'bundle_file_exists'
        ? 'bundle_file_exists requires args.path'
        : 'bundle_file_contains requires args.path + args.contains',
    );
  if (name === 'bundle_file_contains' && typeof contains !== 'string')
    return refused('execution_error', 'bundle_file_contains requires args.path + args.contains');
  try {
    const file = await fileInBundle(bundle, asked.trim());
    if (file === null)
      return refused(
        'assertion_failed',
        `expected file to exist${name === 'bundle_file_contains' ? ' for content check' : ''}: ${asked}`,
      );
    if (typeof file !== 'string') return file;
    if (name === 'bundle_file_exists') return passed;
    const text = await readText(file);
    if (typeof text !== 'string') return text;
    return text.includes(String(contains))
      ? passed
      : refused('assertion_failed', `expected ${asked} to contain "${contains}"`);
  } catch (error) {
    return refused('execution_error', error instanceof Error ? error.message : String(error));
  }
}

/** The real path of a regular file; null if it does not exist, and a rejection if it may not be read. */
async function fileInBundle(bundle: string, asked: string): Promise<string | null | Outcome> {
  if (path.isAbsolute(asked)) return refused('execution_error', 'verifier path must be relative');
  if (asked.includes('\0')) return refused('execution_error', 'verifier path contains a NUL');
  if (asked.split(/[\\/]/).includes('..'))
    return refused('execution_error', 'verifier path escapes bundle root');
  const real = await realpath(path.resolve(bundle, asked)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (real === null) return null;
  if (isOutside(await realpath(bundle), real))
    return refused('execution_error', 'verifier path leads out of the bundle');
  if (!(await stat(real)).isFile()) return refused('execution_error', `not a regular file: ${asked}`);
  return real;
}

function isOutside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative);
}

async function readText(file: string): Promise<string | Outcome> {
  // If a FIFO has replaced the file meanwhile, opening it does not wait for a writer.
  await using handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  const found = await handle.stat();
  if (!found.isFile()) return refused('execution_error', 'not a regular file');
  if (found.size > maxBytes)
    return refused('execution_error', `the file has ${found.size} bytes; expected at most ${maxBytes}`);
  const buffer = Buffer.alloc(maxBytes + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
    length += bytesRead;
    if (bytesRead === 0 || length === buffer.length) break;
  }
  if (length > maxBytes) return refused('execution_error', `the file has more than ${maxBytes} bytes`);
  return buffer.toString('utf8', 0, length);
}

export const attemptVariable = 'SKILLVAULT_BENCH_ATTEMPT_ID';

type CommandAttempt = {
  command: string;
  folder: string;
  temporary: string;
  timeoutMs: number;
  /** Unique on the machine; finds processes that left the group. */
  attemptId: string;
  /** Carried too, so that nothing outlives a killed harness. */
  runMark: string;
  /** `SKILLVAULT_BENCH_*` without the prefix. */
  variables: Record<string, string>;
  signal: AbortSignal;
};

/** Time to read the rest of the output after a command has exited. */
const drainLimitMs = 50;

/**
 * Runs a command as `sh -c` in a process group of its own. The exit code decides, not when its output closes. Then, or at the
 * end of its time, the whole group is killed. Children that left the group are ended by the caller.
 */
export async function verifyByCommand(attempt: CommandAttempt): Promise<Outcome> {
  const { command, folder, temporary, timeoutMs, attemptId, runMark, variables, signal } = attempt;
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...inherited(),
      TMPDIR: temporary,
      ...Object.fromEntries(
        Object.entries(variables).map(([name, value]) => [`SKILLVAULT_BENCH_${name}`, value]),
      ),
      [attemptVariable]: attemptId,
      [markVariable]: runMark,
    },
  });
  const stdout = new CappedOutput(child.stdout);
  const stderr = new CappedOutput(child.stderr);
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const end = () => child.pid !== undefined && killGroup(child.pid);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, timeoutMs);
  signal.addEventListener('abort', end, { once: true });
  try {
    const exit = await new Promise<{ code: number | null; by: NodeJS.Signals | null } | Error>((resolve) => {
      child.once('exit', (code, by) => resolve({ code, by }));
      child.once('error', resolve);
    });
    if (exit instanceof Error)
      return { passed: false, exitCode: null, category: 'execution_error', message: exit.message };
    end();
    await Promise.race([closed, delay(drainLimitMs, undefined, { ref: false })]);
    const out = stdout.text();
    const [shownOut, shownErrors] = [excerpt(out), excerpt(stderr.text())];
    const excerpts = {
      ...(shownOut !== undefined && { stdout: shownOut }),
      ...(shownErrors !== undefined && { stderr: shownErrors }),
    };
    if (timedOut) {
      const message = `verifier timed out after ${timeoutMs}ms`;
      return { passed: false, exitCode: null, category: 'timeout', message, ...excerpts };
    }
    if (exit.code === 0) return { passed: true, exitCode: 0, category: 'none', ...excerpts };
    const said = verifierJson(out);
    return {
      passed: false,
      exitCode: exit.code ?? 1,
      category: said?.category ?? 'verification_failed',
      message:
        said?.message ??
        excerpts.stderr ??
        (exit.by ? `verifier was ended by ${exit.by}` : `verifier exited with code ${exit.code}`),
      ...excerpts,
    };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

/** The environment variables that a verifier inherits. */
function inherited(): Record<string, string> {
  return Object.fromEntries(
    ['PATH', 'HOME', 'LANG'].flatMap((name) => (process.env[name] ? [[name, process.env[name] ?? '']] : [])),
  );
}

/** The first JSON object with a category or a message: from the whole output, then from its lines, last line first. */
function verifierJson(output: string): { category?: string; message?: string } | null {
  const lines = output.split('\n').map((line) => line.trim());
  for (const candidate of [output.trim(), ...lines.reverse()]) {
    if (!candidate.startsWith('{')) continue;
    try {
      const { error_category: category, message } = JSON.parse(candidate);
      const named = typeof category === 'string' && /^[a-z0-9_]+$/.test(category) && category !== 'none';
      if (named || typeof message === 'string')
        return { ...(named && { category }), ...(typeof message === 'string' && { message }) };
    } catch {
      // Invalid JSON: try the next line.
    }
  }
  return null;
}

const maxBytesEachEnd = 64 * 1024;

/** Reads the whole stream and keeps its first and last 64 KiB. */
class CappedOutput {
  private readonly head: Buffer[] = [];
  private headBytes = 0;
  private tail: Buffer[] = [];
  private tailBytes = 0;

  constructor(stream: Readable) {
    stream.on('data', (chunk: Buffer) => this.add(chunk));
    // After an error, the stream has no more data.
    stream.on('error', () => {});
  }

  /** The kept output, decoded as a whole. */
  text(): string {
    const decoder = new StringDecoder('utf8');
    return `${decoder.write(Buffer.concat(this.head))}${decoder.end()}${Buffer.concat(this.tail).subarray(-maxBytesEachEnd).toString('utf8')}`;
  }

  private add(chunk: Buffer): void {
    const room = maxBytesEachEnd - this.headBytes;
    if (room > 0) {
      // A copy, because a slice would keep the whole chunk in memory.
      const first = Buffer.from(chunk.subarray(0, room));
      this.head.push(first);
      this.headBytes += first.length;
    }
    const rest = chunk.subarray(Math.max(0, room));
    if (rest.length === 0) return;
    this.tail.push(Buffer.from(rest.subarray(-maxBytesEachEnd)));
    this.tailBytes += Math.min(rest.length, maxBytesEachEnd);
    if (this.tailBytes < 4 * maxBytesEachEnd) return;
    const kept = Buffer.from(Buffer.concat(this.tail).subarray(-maxBytesEachEnd));
    this.tail = [kept];
    this.tailBytes = kept.length;
  }
}

function refused(category: string, message: string, exitCode: number | null = 1): Outcome {
  return { passed: false, exitCode, category, message };
}

const excerptLength = 300;

/** The first 300 characters, never half of one; undefined for an empty text. */
function excerpt(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return [...trimmed.slice(0, 2 * excerptLength)].slice(0, excerptLength).join('');
}
