import { readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { sha256 } from '../../platform/digest.ts';
import { diskFault } from '../../platform/errors/disk-fault.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { writeTo } from '../../platform/files/write-file.ts';
import { thereIs } from '../../platform/words/known-names.ts';
import { pagePackages } from '../packages/index.ts';
import type { PagePackage } from '../packages/package.ts';
import { type Circumstances, downloadWheel, wheelIn } from './download-wheel.ts';
import { filesName, folderOfInstall, type InstalledList, listName, readInstall } from './installed-pages.ts';
import { digestOfFiles, digestsOf, type Files, filesOfFolder, filesOfWheel } from './wheel-files.ts';

export type InstalledPages = {
  wanted: PagePackage;
  /** The folder of the install in the cache. */
  folder: string;
  /** The file with the text of the licence. */
  notice: string;
  /** The size of all files. */
  bytes: number;
};

/**
 * Installs a package of pages completely or not at all. `from`: its wheel, or a folder with the wheel or its files; null
 * downloads the wheel. Nothing of the package is run. Throws `UserError` for an unknown name and for other bytes than
 * the pinned ones, and the error of the disk.
 */
export async function installPages(
  { id, from }: { id: string; from: string | null },
  circumstances: Circumstances,
  packages: readonly PagePackage[] = pagePackages,
): Promise<InstalledPages> {
  const wanted = packages.find((each) => each.id === id);
  if (!wanted)
    throw new UserError(
      `suites install: unknown package of pages "${id}"; ${thereIs(
        id,
        packages.map((each) => each.id),
      )}`,
    );
  const { env } = circumstances;
  const folder = folderOfInstall(wanted, env);
  const part = `${folder}.part-${process.pid}`;
  try {
    const files = await filesFrom(wanted, from, part, circumstances);
    const found = digestOfFiles(files);
    if (found !== wanted.filesSha256)
      throw new UserError(
        `${from ?? id}: got files with the digest ${found}; expected ${wanted.filesSha256}, that of the files of ${wanted.python.name} ${wanted.python.version}; nothing was installed`,
      );
    await rm(part, { recursive: true, force: true });
    writeInstall(wanted, part, files);
    await putInPlace(part, folder, wanted, env);
    const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
    const notice = path.join(folder, filesName, ...wanted.licence.notice.split('/'));
    return { wanted, folder, notice, bytes };
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

/** The files of a wheel whose bytes, or whose files, are the pinned ones. `part`: a folder for a download. */
async function filesFrom(
  wanted: PagePackage,
  from: string | null,
  part: string,
  circumstances: Circumstances,
): Promise<Files> {
  if (from === null) {
    makeFolder(part);
    return filesOfPinned(wanted, await downloadWheel(wanted, part, circumstances));
  }
  const found = await stat(from).catch((error) => {
    throw new UserError(
      `--from ${from}: ${diskFault(error) ?? 'cannot be read'}; expected a wheel or a folder`,
    );
  });
  if (!found.isDirectory()) return filesOfPinned(wanted, from);
  const wheel = await wheelIn(wanted, from);
  if (wheel !== null) return filesOfPinned(wanted, wheel);
  // A look at one folder first, because the files of any other folder may be many.
  if (!(await stat(path.join(from, wanted.pages)).catch(() => null))?.isDirectory())
    throw new UserError(
      `--from ${from}: found neither a wheel of ${wanted.python.name} ${wanted.python.version} (*.whl) nor the folder ${wanted.pages} of an unpacked one; expected a folder with one of them`,
    );
  return filesOfFolder(from);
}

async function filesOfPinned({ python, sha256: pinned }: PagePackage, file: string): Promise<Files> {
  const wheel = await readFile(file);
  const found = sha256(wheel);
  if (found !== pinned)
    throw new UserError(
      `${file}: got a file with the SHA-256 ${found}; expected ${pinned}, that of the wheel of ${python.name} ${python.version}; nothing was installed`,
    );
  return filesOfWheel(file, wheel);
}

function writeInstall({ sha256: pinned }: PagePackage, part: string, files: Files): void {
  for (const [name, content] of files) {
    const file = path.join(part, filesName, ...name.split('/'));
    makeFolder(path.dirname(file));
    writeTo(file, content);
  }
  const list: InstalledList = { sha256: pinned, files: digestsOf(files) };
  writeTo(path.join(part, listName), `${JSON.stringify(list, null, 2)}\n`);
}

/** Replaces an earlier install. If another process has put its own there meanwhile, this one is left out. */
async function putInPlace(
  part: string,
  folder: string,
  wanted: PagePackage,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  try {
    await rename(part, folder);
  } catch (error) {
    const { files, altered } = await readInstall(wanted, env);
    if (files === null || altered !== null) throw error;
    await rm(part, { recursive: true, force: true });
  }
}
