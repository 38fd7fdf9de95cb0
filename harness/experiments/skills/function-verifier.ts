import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Attempt, refused } from './attempt.ts';

const maxBytes = 8 * 2 ** 20;

type Verifier = { function: 'bundle_file_exists' | 'bundle_file_contains'; args: Record<string, unknown> };
type Check = Omit<Attempt, 'durationMs'>;

const passed: Check = { passed: true, exitCode: 0, category: 'none' };

/** Looks at one regular file in the bundle, by its real path; nothing outside of the bundle is read. Never throws. */
export async function verifyByFunction(verifier: Verifier, bundle: string | null): Promise<Check> {
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

/** The real path of a regular file; null where there is none, and a refusal where it may not be read. */
async function fileInBundle(bundle: string, asked: string): Promise<string | null | Check> {
  if (path.isAbsolute(asked)) return refused('execution_error', 'verifier path must be relative');
  if (asked.includes('\0')) return refused('execution_error', 'verifier path holds a NUL');
  if (asked.split(/[\\/]/).includes('..'))
    return refused('execution_error', 'verifier path escapes bundle root');
  const real = await realpath(path.resolve(bundle, asked)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (real === null) return null;
  if (isOutside(await realpath(bundle), real))
    return refused('execution_error', 'verifier path leads out of the bundle');
  if (!(await stat(real)).isFile()) return refused('execution_error', `${asked} is no regular file`);
  return real;
}

function isOutside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative);
}

async function readText(file: string): Promise<string | Check> {
  // Should a FIFO have taken its place meanwhile, opening it does not wait for a writer.
  await using handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  const found = await handle.stat();
  if (!found.isFile()) return refused('execution_error', 'the file is no regular file');
  if (found.size > maxBytes)
    return refused('execution_error', `the file has ${found.size} bytes; at most ${maxBytes} are read`);
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
