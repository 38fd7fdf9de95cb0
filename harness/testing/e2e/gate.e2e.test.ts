import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { projectAt } from '../../platform/project.ts';
import { folderOf } from '../folder-of.ts';
import { gateFailure } from '../gate-failure.ts';
import { runIn } from '../own-project.ts';
import { changeFile, type GatedProject, gatedProject, transcript, web } from '../remotes/gated-project.ts';
import { commitAll, gitAs } from '../remotes/git-as.ts';
import { saveReplay } from '../save-replay.ts';

let project: GatedProject;

beforeAll(async () => {
  project = await gatedProject();
});

test('where there is no base, the command says what to do', async () => {
  const folder = await project.copy();
  await gitAs(folder, 'checkout', '--quiet', project.played);
  await expect(runIn(folder, 'gate', {}, { project: projectAt(folder) })).rejects.toThrow(
    /^gate: HEAD has no parent to compare with; name a base with --base \(or --no-base\)$/,
  );
});

test('a failed contract exits 1 and says task and clause in the log, an annotation and the summary', async () => {
  const folder = await project.copy();
  const [, task] = web;
  await changeFile(folder, transcript, (text) => `${text}\n`);
  const sha = await commitAll(folder, 'test: another transcript');
  await saveReplay(folder, { sha, suite: 'fixtures' });
  await saveReplay(folder, { sha, suite: 'webvoyager', failed: task });
  const summary = path.join(await folderOf({ 'summary.md': 'before\n' }), 'summary.md');
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
  const { exitCode, lines } = await runIn(folder, 'gate', {}, { env, project: projectAt(folder) });
  expect(exitCode).toBe(1);
  const told = gateFailure(task);
  expect(lines).toContain(told.log);
  expect(lines).toContain(told.annotation);
  expect(lines).toContainEqual(
    expect.stringMatching(/^webvoyager: against run .*: 0 better, 1 worse, 1 equal/),
  );
  const written = await readFile(summary, 'utf8');
  expect(written).toMatch(/^before\n## Gate: failed\n/);
  expect(written.split('\n')).toContain(told.row);
});
