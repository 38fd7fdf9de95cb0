import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { findChromium } from '../../browser/chromium/find-chromium.ts';

const chromium = await findChromium();

const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--remote-debugging-port=0'];

/** Starts a Chromium with this page, and returns its process and its DevTools address. */
export async function startBareBrowser(
  folder: string,
  webFlags: readonly string[],
  startUrl = 'about:blank',
): Promise<readonly [ChildProcess, string]> {
  const child = spawn(
    chromium.executable,
    [...flags, `--user-data-dir=${folder}/p`, '--window-size=1280,800', ...webFlags, startUrl],
    { env: { HOME: folder, TMPDIR: folder, ...chromium.env }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  for await (const line of createInterface({ input: child.stderr })) {
    const url = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (url) return [child, url] as const;
  }
  throw new Error('Chromium did not start');
}
