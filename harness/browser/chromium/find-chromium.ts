import { execFile, spawnSync } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { UserError } from '../../platform/errors/user-error.ts';
import { cacheFolder } from '../../platform/files/cache-folder.ts';
import { unpackChromium } from './unpack-chromium.ts';

/** A Chromium that has answered `--version` on this machine. */
export type Chromium = {
  executable: string;
  env: Record<string, string>;
  /** As the browser names itself, without its version: `Chromium`, `Google Chrome`. */
  name: string;
  version: string;
  source: 'CHROME_PATH' | 'npm' | 'installed';
  /** The display of its window; a browser without this field has no window. */
  display?: Display;
};

/** The unpacked browser takes 211 MB, and profiles need space as well. */
const unpackedMb = 300;

/**
 * A browser with a window: `CHROME_PATH` if it is set, else an installed Chrome or Chromium. The Chromium from npm has
 * no windows. Throws `UserError`.
 */
export async function findHeadedChromium(env: NodeJS.ProcessEnv = process.env): Promise<Chromium> {
  const display = displayHere(env);
  if (env.CHROME_PATH) {
    const chosen = await findChromium(env);
    if (/headless[-_]?shell/i.test(path.basename(chosen.executable)))
      throw new UserError(
        `--headed: CHROME_PATH is ${chosen.executable}, which has no windows; expected a full Chrome or Chromium`,
      );
    return { ...chosen, display };
  }
  const failures: string[] = [];
  for (const executable of await installed(env)) {
    const found = await probe({ executable, env: {}, source: 'installed' });
    if (!('why' in found)) return { ...found, display };
    failures.push(found.why);
  }
  throw new UserError(
    [
      `--headed: found no installed Chrome or Chromium (looked for ${installedNames.join(', ')} on the PATH); the Chromium from npm has no windows`,
      ...failures.map((failure) => `  tried: ${failure}`),
      `  install one: ${await installCommand(env)}`,
      '  or set CHROME_PATH to it',
    ].join('\n'),
  );
}

/**
 * `CHROME_PATH` if it is set, else the Chromium from npm, else an installed Chrome or Chromium. If none works, throws
 * `UserError` with the install command.
 */
export async function findChromium(env: NodeJS.ProcessEnv = process.env): Promise<Chromium> {
  const chosen = env.CHROME_PATH;
  if (chosen) {
    const found = await probe({ executable: chosen, env: {}, source: 'CHROME_PATH' });
    if ('why' in found) {
      throw new UserError(
        `CHROME_PATH: ${found.why}; expected a Chrome or Chromium that answers --version (unset it to use the Chromium from npm)`,
      );
    }
    return found;
  }
  const failures: string[] = [];
  const mends: string[] = [];
  const unpacked = await unpackChromium(env).catch((error: Error) => {
    failures.push(`the Chromium from npm could not be unpacked: ${error.message}`);
    mends.push(
      `make ${cacheFolder(env)} a writable folder with ${unpackedMb} MB free, or set CONTRACT_BENCH_CACHE to another one`,
    );
    return null;
  });
  const candidates: Candidate[] = [
    ...(unpacked ? [{ ...unpacked, source: 'npm' as const }] : []),
    ...(await installed(env)).map((executable) => ({ executable, env: {}, source: 'installed' as const })),
  ];
  for (const candidate of candidates) {
    const found = await probe(candidate);
    if (!('why' in found)) return found;
    failures.push(found.why);
  }
  throw new UserError(
    [
      `no Chromium that works on this machine (${process.platform} ${process.arch})`,
      ...failures.map((failure) => `  tried: ${failure}`),
      ...mends.map((mend) => `  ${mend}`),
      `  ${mends.length > 0 ? 'or ' : ''}install one: ${await installCommand(env)}`,
      '  or set CHROME_PATH to an installed Chrome or Chromium',
    ].join('\n'),
  );
}

type Candidate = Pick<Chromium, 'executable' | 'env' | 'source'>;

async function probe(candidate: Candidate): Promise<Chromium | { why: string }> {
  try {
    const { stdout } = await promisify(execFile)(candidate.executable, ['--version'], {
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/', ...candidate.env },
      timeout: 20_000,
      killSignal: 'SIGKILL',
    });
    // Most programs answer --version with a name and a number; only Chromium's number has four parts.
    const [, name, version] = /^(.*chrom.*?)\s+(\d+(?:\.\d+){3})/i.exec(stdout.trim()) ?? [];
    if (!name || !version)
      return { why: `${candidate.executable} answered --version with "${stdout.trim().slice(0, 80)}"` };
    return { ...candidate, name, version };
  } catch (error) {
    // The last line is the browser's own output.
    const reason = (error instanceof Error ? error.message : String(error)).trim().split('\n').at(-1) ?? '';
    return { why: `${candidate.executable} does not run (${reason.slice(0, 200)})` };
  }
}

const installedNames = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome'];
const macApplications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

async function installed(env: NodeJS.ProcessEnv): Promise<string[]> {
  const folders = (env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const paths = installedNames.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return whichExist(process.platform === 'darwin' ? [...macApplications, ...paths] : paths);
}

async function whichExist(paths: string[]): Promise<string[]> {
  const exist = await Promise.all(
    paths.map((file) =>
      access(file, constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  return paths.filter((_, index) => exist[index]);
}

/** By package manager; the first one on the PATH is used. */
const installCommands = {
  'apt-get': 'apt-get update && apt-get install -y chromium',
  dnf: 'dnf install -y chromium',
  apk: 'apk add chromium',
  pacman: 'pacman -S --noconfirm chromium',
  zypper: 'zypper install -y chromium',
};

async function installCommand(env: NodeJS.ProcessEnv): Promise<string> {
  if (process.platform === 'darwin') return 'brew install --cask google-chrome';
  const folders = (env.PATH ?? '').split(path.delimiter).filter(Boolean);
  for (const [manager, command] of Object.entries(installCommands)) {
    if ((await whichExist(folders.map((folder) => path.join(folder, manager)))).length > 0) {
      return process.getuid?.() === 0 ? command : command.replace(/(^|&& )/g, '$1sudo ');
    }
  }
  return 'install Chromium with the package manager of this system';
}

let found: boolean | undefined;

/**
 * Whether Chromium can start with its own sandbox. It cannot for root, and other users need a user namespace. Without
 * `unshare` to try one, the answer is yes.
 */
export function hasSandbox(): boolean {
  found ??=
    process.getuid?.() !== 0 && spawnSync('unshare', ['--user', '--map-root-user', 'true']).status !== 1;
  return found;
}

/** A display: the variables and files that a browser needs to open windows there. */
export type Display = { env: Record<string, string>; places: readonly string[] };

const names = ['DISPLAY', 'XAUTHORITY', 'WAYLAND_DISPLAY', 'XDG_RUNTIME_DIR'] as const;

/** The display of this machine. Throws `UserError` if there is none. */
export function displayHere(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): Display {
  const isOwn = platform === 'darwin' || platform === 'win32';
  if (!isOwn && !env.DISPLAY && !env.WAYLAND_DISPLAY)
    throw new UserError(
      '--headed: found no display (neither DISPLAY nor WAYLAND_DISPLAY is set); use --headed on a desktop, or under xvfb-run',
    );
  const own = Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name];
      return value ? [[name, value]] : [];
    }),
  );
  const { XAUTHORITY, XDG_RUNTIME_DIR, WAYLAND_DISPLAY, HOME } = env;
  return {
    env: own,
    places: [
      '/tmp/.X11-unix',
      ...(XAUTHORITY ? [XAUTHORITY] : HOME ? [path.join(HOME, '.Xauthority')] : []),
      ...(XDG_RUNTIME_DIR && WAYLAND_DISPLAY ? [path.join(XDG_RUNTIME_DIR, WAYLAND_DISPLAY)] : []),
    ],
  };
}
