import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { access, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { type ExtractOptions, extract } from 'tar-fs';
import packageJson from '../../../package.json' with { type: 'json' };
import { cacheFolder } from '../../platform/files/cache-folder.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';

export type UnpackedChromium = { executable: string; env: Record<string, string> };

/**
 * Unpacks the Chromium from npm (linux x64) into the cache, once per version: about a second and 210 MB. Returns null
 * on other platforms. Concurrent first runs do not collide, because each unpacks under a temporary name and the first
 * rename wins.
 */
export async function unpackChromium(env: NodeJS.ProcessEnv = process.env): Promise<UnpackedChromium | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const packed = await packedFolder();
  if (!packed) return null;
  const folder = path.join(cacheFolder(env), `chromium-${packageJson.dependencies['@sparticuz/chromium']}`);
  if (!existsSync(folder)) await unpackInto(folder, packed);
  return {
    executable: path.join(folder, 'chromium'),
    env: {
      // The package's own libraries, because a minimal system lacks them.
      LD_LIBRARY_PATH: path.join(folder, 'lib'),
      // Without fonts every `innerText` is empty, although navigation works.
      FONTCONFIG_FILE: path.join(folder, 'fonts.conf'),
    },
  };
}

async function packedFolder(): Promise<string | null> {
  try {
    const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'));
    const root = entry.slice(0, entry.lastIndexOf(`${path.sep}build${path.sep}`));
    const folder = path.join(root, 'bin');
    await access(path.join(folder, 'chromium.br'));
    return folder;
  } catch {
    return null;
  }
}

/** Root in a container may lack the right to change owners. The library's types lack the option. */
const ownedByUs: ExtractOptions & { chown: boolean } = { chown: false };

async function unpackInto(folder: string, packed: string): Promise<void> {
  makeFolder(path.dirname(folder));
  await removeAbandoned(folder);
  const unfinished = await mkdtemp(`${folder}.unpacking-`);
  try {
    const open = (name: string) => createReadStream(path.join(packed, name), { highWaterMark: 2 ** 21 });
    const parts = await Promise.allSettled([
      pipeline(
        open('chromium.br'),
        createBrotliDecompress({ chunkSize: 2 ** 21 }),
        createWriteStream(path.join(unfinished, 'chromium'), { mode: 0o755 }),
      ),
      ...['al2023', 'fonts', 'swiftshader'].map((name) =>
        pipeline(open(`${name}.tar.br`), createBrotliDecompress(), extract(unfinished, ownedByUs)),
      ),
    ]);
    // All parts have ended, so the folder can be removed. The first failure is reported.
    const failed = parts.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    await writeFile(path.join(unfinished, 'fonts.conf'), fontsConf(folder));
    await rename(unfinished, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Removes the remains of killed unpackings; folders of running ones are younger. */
async function removeAbandoned(folder: string): Promise<void> {
  const parent = path.dirname(folder);
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`${path.basename(folder)}.unpacking-`)) continue;
    const { mtimeMs } = await stat(path.join(parent, name)).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > 600_000) await rm(path.join(parent, name), { recursive: true, force: true });
  }
}

function fontsConf(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`;
}
