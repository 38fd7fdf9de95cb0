import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { commitAll } from '../test-remotes/git-as.ts';
import { folderOf } from '../testing/folder-of.ts';
import { saveReplay } from '../testing/save-replay.ts';
import { cleanEnv, type ScratchProject, scratchProject } from '../testing/scratch-project.ts';

/** Grows by a commit from test to test, as a project does. */
let project: ScratchProject;

beforeAll(async () => {
  project = await scratchProject();
});

const task = 'task-02-mdn-fetch-syntax';
const clause = 'postconditions[1] (dom_text match)';

async function change(file: string): Promise<void> {
  const name = path.join(project.folder, file);
  await writeFile(name, `${await readFile(name, 'utf8')}\n`);
}

test('where there is no base, the command says what to do and exits 2', async () => {
  expect(await project.harness(['gate'])).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'gate: HEAD has no parent to compare with; name a base with --base (or --no-base)',
  });
});

test('a change of README.md alone needs no new run and opens the gate', async () => {
  for (const suite of ['webvoyager', 'fixtures', 'town-sample'])
    await saveReplay(project.folder, { sha: project.sha ?? '', suite });
  await commitAll(project.folder, 'chore(results): all suites');
  await change('README.md');
  await commitAll(project.folder, 'docs: one more line');
  const { exitCode, stdout, stderr } = await project.harness(['gate']);
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toContain('webvoyager: 10 passed, 10 expected; 10 required, 0 pending');
  expect(stdout).toContain('fixtures: 13 passed, 13 expected; 13 required, 0 pending');
  expect(stdout).toContain('town-sample: 12 passed, 12 expected; 12 required, 0 pending');
  expect(stdout).toMatch(/gate passed$/);
});

test('a failed contract exits 1 and says task and clause in the log, an annotation and the summary', async () => {
  await change(`transcripts/playwright/${task}.jsonl`);
  const sha = await commitAll(project.folder, 'test: another transcript');
  await saveReplay(project.folder, { sha, suite: 'fixtures' });
  await saveReplay(project.folder, { sha, suite: 'town-sample' });
  await saveReplay(project.folder, { sha, suite: 'webvoyager', failed: task });
  const summary = path.join(await folderOf({ 'summary.md': 'before\n' }), 'summary.md');
  const env = { ...cleanEnv(), GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
  const { exitCode, stdout } = await project.harness(['gate'], { env });
  expect(exitCode).toBe(1);
  const lines = stdout.split('\n');
  const file = `tasks/webvoyager/${task}.md`;
  const words = `webvoyager: failed: ${clause}: wanted h1 contains "Example Domain"; observed no element matches h1`;
  expect(lines).toContain(`FAILED  ${file}: ${task}: ${words}`);
  expect(lines).toContain(`::error file=${file},title=${task} failed::${file}: ${task}: ${words}`);
  expect(lines).toContainEqual(
    expect.stringMatching(/^webvoyager: against run .*: 0 better, 1 worse, 9 equal/),
  );
  const written = await readFile(summary, 'utf8');
  expect(written).toMatch(/^before\n## Gate: failed\n/);
  expect(written.split('\n')).toContain(`| \`${task}\` | \`${words}\` | \`${file}\` |`);
});
