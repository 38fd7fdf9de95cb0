import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { isAlive, startedBy, within } from '../processes.ts';
import { cleanEnv, type ScratchProject, scratchProject } from '../scratch-project.ts';

/** A git checkout with LONG=1: runs are appended there. */
let project: ScratchProject;

beforeAll(async () => {
  project = await scratchProject({ git: true });
});

test.each<[string[], Record<string, string> | undefined, RegExp]>([
  [['--headed'], undefined, /^--headed: found no display .*DISPLAY.* is set\); .*xvfb-run$/m],
  [
    ['--headed'],
    { DISPLAY: ':9', PATH: '/nowhere', CHROME_PATH: '' },
    /^--headed: found no installed Chrome or Chromium \(looked for google-chrome-stable, .*\n.*install one: .*\n {2}or set CHROME_PATH to it$/m,
  ],
  [['--keep-browser'], { CI: 'true' }, /^--keep-browser: got CI in the environment/m],
  [['--keep-browser', '--workers', '2'], undefined, /^--keep-browser: got --workers 2; expected 1/m],
  [['--slow', '0'], undefined, /--slow.* found "0"; allowed is a whole number from 1 to 60000/],
])('%j is refused where nobody could look on', async (flags, env, why) => {
  const { exitCode, stderr } = await project.harness(
    [...flags, '--task', 'local-form-submit'],
    env && { env: { ...cleanEnv(), ...env } },
  );
  expect(stderr).toMatch(why);
  expect(exitCode).toBe(2);
});

test('with --keep-browser a lost episode leaves its browser open and says where; Ctrl-C ends it, keeps the report, appends nothing', async () => {
  const flags = ['--keep-browser', '--adapter', 'noop', '--task', 'local-form-submit', '--out', 'kept'];
  const child = spawn(process.execPath, ['harness/cli/main.ts', ...flags], {
    cwd: project.folder,
    env: cleanEnv(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const endpointOf = () => /the browser is open: (http:\S+) .*Ctrl-C closes it/.exec(said)?.[1];
  expect(await within(150_000, () => endpointOf() !== undefined)).toBe(true);
  const targets = await (await fetch(`${endpointOf()}/json`)).json();
  expect(targets).toContainEqual(
    expect.objectContaining({ type: 'page', url: expect.stringContaining('tickets.fixture.test') }),
  );
  const started = startedBy(child.pid);
  expect(started.length).toBeGreaterThan(0);
  child.kill('SIGINT');
  const [code] = await once(child, 'exit');
  expect(await within(60_000, () => !started.some(isAlive))).toBe(true);
  expect(code).toBe(1);
  expect(said).toContain(
    'results: nothing appended (--keep-browser changes the times of a run, so they are not measurements)',
  );
  expect(said).not.toContain('interrupted');
  expect(existsSync(path.join(project.folder, 'results', `${project.sha}.json`))).toBe(false);
  const [run = ''] = globSync('kept/*Z-*-fixtures.json', { cwd: project.folder });
  const saved = JSON.parse(readFileSync(path.join(project.folder, run), 'utf8'));
  expect(saved).toMatchObject({
    complete: true,
    episodes: [{ taskId: 'local-form-submit', status: 'failed' }],
  });
});
