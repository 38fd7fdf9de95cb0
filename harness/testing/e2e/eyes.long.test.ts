import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isAlive, startedBy, within } from '../processes.ts';
import { cleanEnv, scratchProject } from '../scratch-project.ts';

test('with --keep-browser a lost episode leaves its browser open and says where; Ctrl-C ends it, keeps the report, appends nothing', async () => {
  const project = await scratchProject();
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
  const endpointOf = () => /the browser is open: (http:\S+) .*end it with Ctrl-C/.exec(said)?.[1];
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
    'results: nothing appended (--keep-browser is for looking on; what it takes is no measure)',
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
