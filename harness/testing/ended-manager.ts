import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { SkillRun } from '../results/records/skill-run.ts';
import { folderOf } from './folder-of.ts';
import { askOf, comesToHold, managerOf, managerProcess } from './manager.ts';
import { isAlive, within } from './processes.ts';
import { commandSuite, skillWorkspace } from './skill-workspace.ts';

/** Has a manager under way, ends it by a signal, and looks at what is left of its verifiers and saved of its run. */
export async function endManager(signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
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
