import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { running, startedBy, within } from '../processes.ts';
import { cleanEnv, type ScratchProject, scratchProject } from '../scratch-project.ts';

/** An X server without a screen, and its number; null where this machine has none. */
let display: { child: ChildProcess; name: string } | null = null;
let project: ScratchProject;

beforeAll(async () => {
  project = await scratchProject({ git: false });
  display = await startDisplay();
  if (!display) process.stderr.write('no Xvfb, or no chromium: not tried\n');
});
afterAll(() => display?.child.kill());

async function startDisplay() {
  const onPath = (name: string) => globSync(`{${(process.env.PATH ?? '').replaceAll(':', ',')}}/${name}`);
  const chromes = ['chromium', 'google-chrome', 'google-chrome-stable'].flatMap(onPath);
  if (onPath('Xvfb').length === 0 || chromes.length === 0) {
    if (process.env.CI) throw new Error('CI has Xvfb and a Chromium');
    return null;
  }
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const numbers = child.stdio[3];
  if (!numbers) throw new Error('there is no pipe');
  const [number] = await once(numbers, 'data');
  return { child, name: `:${String(number).trim()}` };
}

test('with --headed an episode is played in a window, by an installed Chromium, and is appended nowhere', async () => {
  if (!display) return;
  const child = spawn(
    process.execPath,
    [
      'harness/cli/main.ts',
      '--headed',
      '--task',
      'example-h1',
      '--slow',
      '500',
      '--out',
      'seen',
      '--sha',
      'a'.repeat(40),
    ],
    {
      cwd: project.folder,
      env: { ...cleanEnv(), CHROME_PATH: '', DISPLAY: display.name },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  for (const pipe of [child.stdout, child.stderr])
    pipe.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const withWindow = new Set<number>();
  const closed = once(child, 'close');
  const isOver = await within(120_000, () => {
    const own = startedBy(child.pid);
    for (const pid of running('--remote-debugging-port=0'))
      if (own.includes(pid) && !running('--headless').includes(pid)) withWindow.add(pid);
    return child.exitCode !== null;
  });
  expect(isOver).toBe(true);
  const [code] = await closed;
  expect(said).toMatch(/\(installed\), hermetic web[\s\S]* passed {2}example-h1/);
  expect(said).toContain(
    'results: nothing appended (--headed changes the times of a run, so they are not measurements)',
  );
  expect(code).toBe(0);
  expect(withWindow.size).toBeGreaterThan(0);
  const [run = ''] = globSync('seen/*Z-*-fixtures.json', { cwd: project.folder });
  const { environment } = JSON.parse(readFileSync(path.join(project.folder, run), 'utf8'));
  expect(environment.browser.headless).toBe(false);
});
