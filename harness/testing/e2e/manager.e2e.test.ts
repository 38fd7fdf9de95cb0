import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SkillRun } from '../../results/records/skill-run.ts';
import { folderOf } from '../folder-of.ts';
import { askOf, comesToHold, managerOf, managerProcess } from '../manager.ts';
import { isAlive, within } from '../processes.ts';
import { cleanEnv } from '../scratch-project.ts';
import { isLong, sized } from '../sized.ts';
import { commandSuite, skillWorkspace } from '../skill-workspace.ts';

const main = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));

const signals: readonly ('SIGTERM' | 'SIGINT')[] = sized(
  ['SIGTERM'] as const,
  ['SIGTERM', 'SIGINT'] as const,
);

test.each(signals)('%s ends the verifiers and saves the run, marked incomplete', async (signal) => {
  const marks = await folderOf();
  const runsDir = await folderOf();
  // The first condition passes, the second one never ends by itself.
  const command = `test "$SKILLVAULT_BENCH_CONDITION_ID" = no_skill || { trap '' TERM; sleep 301 & echo $$ $! > ${marks}/pids; wait; }`;
  const workspace = await skillWorkspace({ 'bench/slow.yaml': commandSuite(command) });
  const { url, child } = await managerProcess(workspace, runsDir);
  const { body } = await askOf(url, '/bench/runs', {
    body: { configPath: 'bench/slow.yaml', async: true },
  });
  await comesToHold(
    () => existsSync(`${marks}/pids`) && readFileSync(`${marks}/pids`, 'utf8').endsWith('\n'),
  );
  const left = () => verifiers(marks);
  expect(left().length).toBeGreaterThan(0);

  child.kill(signal);
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  expect(await within(60_000, () => left().length === 0)).toBe(true);
  const saved = readFileSync(path.join(runsDir, 'runs', `${body.runId}.json`), 'utf8');
  expect(SkillRun.parse(JSON.parse(saved))).toMatchObject({
    incomplete: true,
    results: [{ condition_id: 'no_skill', passed: true }],
  });
  const { ask } = await managerOf(workspace, { runsDir });
  expect((await ask('/bench/runs')).body).toMatchObject({ runs: [{ runId: body.runId }] });
});

if (isLong) {
  test('bad arguments and a port that is taken are told in one line', async () => {
    const { url } = await managerOf(await skillWorkspace());
    for (const [args, said] of [
      [['--port', 'x'], /^--port: found x; allowed is 0 to 65535\n$/],
      [['--port', '65536'], /^--port: found 65536/],
      [['--prot', '1'], /--prot/],
      [['--port', new URL(url).port], /^--port: \d+ is in use/],
    ] as const) {
      const { status, stderr } = spawnSync(process.execPath, [main, 'manager', ...args], {
        env: cleanEnv(),
        encoding: 'utf8',
      });
      expect(status).toBe(2);
      expect(stderr).toMatch(said);
    }
  });
}

/** Living processes that have the folder of the marks in their command or were started by one that has. */
function verifiers(marks: string): number[] {
  const commandOf = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      return '';
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter(
      (pid) => commandOf(pid).split('\0', 2).join(' ') === 'sleep 301' || commandOf(pid).includes(marks),
    )
    .map(Number)
    .filter(isAlive);
}
