import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Command } from '../platform/confine/enter-cell.ts';
import { openStart, type Start } from '../platform/confine/open-start.ts';
import type { Hidden } from '../platform/confine/places.ts';
import { type OwnProcess, startProcess } from '../platform/process/start-process.ts';
import { type CdpChannel, pipeChannel } from './cdp.ts';
import type { Chromium } from './chromium/find-chromium.ts';
import { hasSandbox } from './chromium/find-chromium.ts';

export type LaunchedChromium = {
  /** `http://127.0.0.1:<port>`, the endpoint for a server under test; null for a sealed browser. */
  endpoint: { url: string; port: number } | null;
  channel: CdpChannel;
  /** The pid of the started process; the browser is this process or a descendant. */
  pid: number;
  /** Null if the browser is sandboxed and sees only the files it needs, else the reason why not. */
  unconfined: string | null;
  end: OwnProcess['end'];
};

export type LaunchOptions = {
  /** An empty folder, its path short: Chromium's socket names end at 108 characters. */
  folder: string;
  mark: string;
  viewport: { width: number; height: number };
  /** The flags of the hermetic web (`HermeticWeb.flags`); empty for the live web. */
  webFlags: string[];
  /** Without a debugging port, so that only the harness can attach. */
  sealed: boolean;
  /** The files that a guest must not reach through the browser; null without a guest. */
  hidden: Hidden | null;
};

const startLimitMs = 20_000;

/** Starts a fresh Chromium with a fresh profile. Rejects if it does not listen within 20 s. */
export async function launchChromium(chromium: Chromium, options: LaunchOptions): Promise<LaunchedChromium> {
  const { folder, sealed } = options;
  const { browser, unconfined } = await start(chromium, options, {
    command: chromium.executable,
    args: argumentsOf(chromium, options),
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      TMPDIR: folder,
      TZ: 'UTC',
      ...chromium.env,
      ...(hasWindow(chromium, options) ? chromium.display?.env : {}),
    },
    folder,
  });
  try {
    // Set, because the process was started.
    const pid = browser.child.pid as number;
    const standing = { channel: pipesOf(browser), pid, unconfined, end: browser.end };
    if (sealed) return { ...standing, endpoint: null };
    const { port } = new URL(await listening(browser));
    return { ...standing, endpoint: { url: `http://127.0.0.1:${port}`, port: Number(port) } };
  } catch (error) {
    await browser.end();
    throw error;
  }
}

/** A browser with a guest is sandboxed, because a guest can read and write files through DevTools. */
async function start(
  { executable, env, display }: Chromium,
  { mark, sealed, hidden }: LaunchOptions,
  command: Command,
): Promise<{ browser: OwnProcess; unconfined: string | null }> {
  const stdio = { input: false, output: false, errors: !sealed, control: true };
  if (hidden === null) {
    const { args, folder: cwd, env: own } = command;
    const browser = await startProcess(executable, [...args], { mark, cwd, env: own, stdio });
    return { browser, unconfined: 'it has no guest' };
  }
  const waiting = await prepareChromium({ executable, env, ...(display ? { display } : {}) }, hidden, mark);
  try {
    return { browser: await waiting.run(command, []), unconfined: waiting.unconfined };
  } catch (error) {
    await waiting.end();
    throw error;
  }
}

/** Prepares the start of a browser for a guest: a process that waits for its command. */
export function prepareChromium(
  { executable, env, display }: Pick<Chromium, 'executable' | 'env' | 'display'>,
  hidden: Hidden,
  mark: string,
): Promise<Start> {
  const stdio = { input: false, output: false, errors: true, control: true };
  const named = [executable, ...Object.values(env), ...(display?.places ?? [])];
  return openStart(hidden, named, mark, { network: 'host', stdio });
}

/** The browser of the second observation never has a window. */
function hasWindow({ display }: Chromium, { sealed }: LaunchOptions): boolean {
  return display !== undefined && !sealed;
}

function argumentsOf(chromium: Chromium, options: LaunchOptions): string[] {
  const { folder, viewport, sealed, webFlags } = options;
  return [
    ...(hasWindow(chromium, options) ? [] : ['--headless']),
    ...flags,
    // The harness connects by pipes, whose messages are never compressed; the port is for a guest.
    '--remote-debugging-pipe',
    ...(sealed ? [] : ['--remote-debugging-port=0']),
    ...webFlags,
    ...(hasSandbox() ? [] : ['--no-sandbox']),
    `--window-size=${viewport.width},${viewport.height}`,
    `--user-data-dir=${path.join(folder, 'p')}`,
    'about:blank',
  ];
}

function pipesOf({ child }: OwnProcess): CdpChannel {
  const [, , , toBrowser, fromBrowser] = child.stdio;
  // `control` made both of them pipes, so the casts are safe.
  return pipeChannel(toBrowser as Writable, fromBrowser as Readable);
}

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-default-browser-check',
  '--disable-dev-shm-usage',
  // The same language and time zone on every machine.
  '--lang=en-US',
  '--password-store=basic',
  '--use-mock-keychain',
];

function listening(browser: OwnProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const seen: string[] = [];
    const fail = (why: string) =>
      reject(new Error(`Chromium ${why}: ${seen.slice(-5).join(' | ') || 'no output'}`));
    const timer = setTimeout(() => fail(`did not listen within ${startLimitMs / 1000} s`), startLimitMs);
    void browser.exited.then(() => {
      clearTimeout(timer);
      fail('ended while starting');
    });
    // Read until the browser exits, because a full pipe would block it. `errors` made it a pipe.
    createInterface({ input: browser.child.stderr as NodeJS.ReadableStream }).on('line', (line) => {
      const url = /DevTools listening on (ws:\/\/\S+)/.exec(line)?.[1];
      if (url) {
        clearTimeout(timer);
        resolve(url);
      } else if (seen.length < 50) {
        seen.push(line.slice(0, 300));
      }
    });
  });
}
