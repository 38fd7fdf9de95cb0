import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { sha256 } from '../../platform/digest.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { whileLocked } from '../../results/store/lock.ts';
import { type SiteSettings, siteSettingsVariable } from './site-settings.ts';

type Start = { signal: AbortSignal; log(line: string): void };

/** Builds the site into `out`, completely or not at all. `exitCode`: 0; 1 for a failed build, 2 for a usage error, 130 if interrupted. */
export async function buildSite(
  settings: SiteSettings,
  out: string,
  { signal, log }: Start,
): Promise<{ exitCode: number; pages: number }> {
  const tools = findSiteTools(settings.packageRoot);
  return whileBuilding(out, async () => {
    using folder = openBuildFolder(settings.cache, tools);
    const { exitCode = 1, all } = await execa(process.execPath, [programOf(settings), 'build'], {
      ...inFolder(settings, folder.path, signal),
      all: true,
      stdin: 'ignore',
    });
    if (signal.aborted) return { exitCode: 130, pages: 0 };
    if (all.trim() !== '') log(all.trim());
    if (exitCode !== 0) return { exitCode, pages: 0 };
    return { exitCode: 0, pages: replaceFolder(path.join(folder.path, 'dist'), out) };
  });
}

/** Serves the site until the signal: live while its sources change, or as built into `out`. */
export async function serveSite(
  settings: SiteSettings,
  { out, port }: { out: string | null; port: number },
  { signal }: Start,
): Promise<number> {
  using folder = openBuildFolder(settings.cache, findSiteTools(settings.packageRoot), out);
  const mode = out === null ? 'dev' : 'preview';
  const { exitCode = 0 } = await execa(process.execPath, [programOf(settings), mode, String(port)], {
    ...inFolder(settings, folder.path, signal),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return signal.aborted ? 0 : exitCode;
}

/** In the package, the program is built to JavaScript. */
function programOf({ packageRoot }: SiteSettings): string {
  const program = path.join(packageRoot, 'site', 'build', 'main');
  return existsSync(`${program}.ts`) ? `${program}.ts` : `${program}.js`;
}

function inFolder(settings: SiteSettings, cwd: string, signal: AbortSignal) {
  return {
    cwd,
    env: { ASTRO_TELEMETRY_DISABLED: '1', [siteSettingsVariable]: JSON.stringify(settings) },
    reject: false,
    cancelSignal: signal,
  } as const;
}

const prefix = 'site-';

/**
 * A temporary folder of one build, with a link to the packages as if they were in it, and to an already built site. It also
 * removes folders that killed builds left behind.
 */
export function openBuildFolder(cache: string, packages: string, built: string | null = null) {
  makeFolder(cache);
  for (const name of readdirSync(cache)) {
    const [, pid] = /^site-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid)))
      rmSync(path.join(cache, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(path.join(cache, `${prefix}${process.pid}-`));
  symlinkSync(packages, path.join(folder, 'node_modules'), 'dir');
  if (built !== null) symlinkSync(built, path.join(folder, 'dist'), 'dir');
  return { path: folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The nearest folder of packages with Astro, which has the tools of the site. Throws if there is none. */
export function findSiteTools(packageRoot: string): string {
  const { resolve } = createRequire(path.join(packageRoot, 'package.json'));
  const found = (resolve.paths('astro') ?? []).find((folder) => existsSync(path.join(folder, 'astro')));
  if (found === undefined)
    throw new Error(`${packageRoot}: found no astro in the folders of packages above it`);
  return found;
}

/**
 * Replaces the content of `to` by the content of `from`, and counts the pages. The folder itself stays, because it may be
 * mounted or served, and so does a `.git` in it.
 */
export function replaceFolder(from: string, to: string): number {
  makeFolder(to);
  for (const name of readdirSync(to))
    if (name !== '.git') rmSync(path.join(to, name), { recursive: true, force: true });
  for (const name of readdirSync(from)) move(path.join(from, name), path.join(to, name));
  return readdirSync(to, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.html') && !name.startsWith('.git'),
  ).length;
}

/** A rename fails across file systems. */
function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    cpSync(from, to, { recursive: true });
  }
}

/** Runs `build` while no other build of this machine writes into the same folder. Throws `UserError` if one does. */
export async function whileBuilding<T>(out: string, build: () => Promise<T>): Promise<T> {
  refuseFolder(out);
  const claims = path.join(tmpdir(), `contract-bench-builds-${process.getuid?.() ?? 'site'}`);
  makeFolder(claims);
  const claim = path.join(claims, sha256(realFolder(out)));
  await whileLocked(claim, () => {
    const pid = existsSync(claim) ? Number(readFileSync(claim, 'utf8')) : null;
    if (pid !== null && isAlive(pid))
      throw new UserError(
        `${out}: process ${pid} is building into this folder; wait for it, or choose another folder with --out`,
      );
    writeFileSync(claim, String(process.pid));
  });
  try {
    return await build();
  } finally {
    rmSync(claim, { force: true });
  }
}

/** The whole folder is replaced, so it must come from an earlier build. */
function refuseFolder(out: string): void {
  if (!existsSync(out)) return;
  if (!statSync(out).isDirectory()) throw new UserError(`--out: got a file, ${out}; expected a folder`);
  const names = readdirSync(out).filter((name) => name !== '.git');
  if (names.length > 0 && !(names.includes('index.html') && names.includes('theme.js')))
    throw new UserError(
      `--out: got ${out}, which holds other files than a site (${names.slice(0, 3).join(', ')}); expected a new folder, an empty folder or one of an earlier build`,
    );
}

/** Resolves every link; the last folders of the path may not exist yet. */
function realFolder(folder: string): string {
  if (existsSync(folder) || path.dirname(folder) === folder) return realpathSync(folder);
  return path.join(realFolder(path.dirname(folder)), path.basename(folder));
}
