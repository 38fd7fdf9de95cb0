import { mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { thisProject } from '../cli/this-project.ts';
import { mirrorFolder } from './mirror-folder.ts';

const folderName = /^cbp-\d+$/;

/** Names at the top of the project that a copy does without: what it can make itself, and what it must not inherit. Tests stay behind as well. */
const leftOut = new Set(['node_modules', 'lib', '.git', 'dist', 'reports', 'coverage', '.astro']);

/**
 * The folder of the lowest number that no test uses just now, and what gives it back. It stays for the next test: what is
 * in it is not copied again, and what Node compiled of it is still kept.
 */
export function claimScratchFolder(): { folder: string; release(): void } {
  for (let number = 1; ; number++) {
    const folder = path.join(tmpdir(), `cbp-${number}`);
    if (!claim(folder)) continue;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return { folder, release: () => rmSync(claimOf(folder)) };
  }
}

/** Makes the folder hold what a scratch project begins with. */
export function fillScratchFolder(folder: string): void {
  mirrorFolder(thisProject.root, folder, (name) => {
    return (
      !leftOut.has(name) &&
      !/^results\/([0-9a-f]{7,}\.json|episodes)$/.test(name) &&
      !name.endsWith('.test.ts')
    );
  });
}

/**
 * Before a run of tests: a folder for each worker is filled. It takes a third of a second now, and seconds later: ext4 is slow
 * to make files while others are removed. And what a run that was killed has left is removed, as is what is unused after one. */
export function setup(): void {
  for (const name of readdirSync(tmpdir()))
    if (/^cbp-\d+\.used$/.test(name)) removeIfStale(path.join(tmpdir(), name));
  const claimed = Array.from({ length: 4 }, claimScratchFolder);
  for (const { folder, release } of claimed) {
    fillScratchFolder(folder);
    release();
  }
}

export function teardown(): void {
  for (const name of readdirSync(tmpdir()).filter((each) => folderName.test(each))) {
    const folder = path.join(tmpdir(), name);
    if (!claim(folder)) continue;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    rmSync(claimOf(folder));
  }
}

const claimOf = (folder: string) => `${folder}.used`;

/** A link to the number of the process: made at once or not at all, and it says who has the folder. */
function claim(folder: string): boolean {
  try {
    symlinkSync(String(process.pid), claimOf(folder));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function removeIfStale(link: string): void {
  try {
    process.kill(Number(readlinkSync(link)), 0);
  } catch {
    rmSync(link, { force: true });
  }
}
