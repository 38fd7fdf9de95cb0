import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { digest } from '../../platform/digest.ts';
import { projectAt } from '../../platform/project.ts';
import { folderOf } from '../folder-of.ts';
import { runIn } from '../own-project.ts';
import { changeFile, type GatedProject, gatedProject, transcript, web } from '../remotes/gated-project.ts';
import { commitAll, gitAs } from '../remotes/git-as.ts';
import { saveReplay } from '../save-replay.ts';
import { cleanEnv, type ScratchProject, scratchProject } from '../scratch-project.ts';
import { isLong } from '../sized.ts';

let project: GatedProject;

beforeAll(async () => {
  project = await gatedProject();
});

test('where there is no base, the command says what to do', async () => {
  const folder = await project.copy();
  await gitAs(folder, 'checkout', '--quiet', project.played);
  await expect(runIn(folder, 'gate', {}, { project: projectAt(folder) })).rejects.toThrow(
    /^gate: HEAD has no parent to compare with; choose a base with --base \(or use --no-base\)$/,
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
  const { exitCode, lines, annotations } = await runIn(
    folder,
    'gate',
    {},
    { env, project: projectAt(folder) },
  );
  expect(exitCode).toBe(1);
  const told = gateFailure(task);
  expect(lines).toContain(told.log);
  expect(annotations).toContain(told.annotation);
  expect(lines).toContainEqual(
    expect.stringMatching(/^webvoyager: against run .*: 0 better, 1 worse, 1 equal/),
  );
  const written = await readFile(summary, 'utf8');
  expect(written).toMatch(/^before\n## Gate: failed\n/);
  expect(written.split('\n')).toContain(told.row);
});

if (isLong) {
  describe('on a copy of the whole project', () => {
    /** Grows by a commit from test to test, as a project does. */
    let project: ScratchProject;

    beforeAll(async () => {
      project = await scratchProject();
    });

    async function change(file: string): Promise<void> {
      const name = path.join(project.folder, file);
      await writeFile(name, `${await readFile(name, 'utf8')}\n`);
    }

    test('played in a real browser: a recording that no longer meets its contract closes the gate, a README does not', async () => {
      const project = await scratchProject();
      const task = 'local-form-submit';
      const play = (...args: string[]) => project.harness(['--workers', '2', ...args]);
      expect(await play('--out', 'base')).toMatchObject({ exitCode: 0 });
      await commitAll(project.folder, 'chore(results): all suites');

      await writeFile(path.join(project.folder, 'README.md'), 'Another one.\n');
      await commitAll(project.folder, 'docs: another README');
      expect(await play('--no-save', '--out', 'reports/readme')).toMatchObject({ exitCode: 0 });
      const green = await project.harness(['gate', '--out', 'reports/readme']);
      expect(green.exitCode, green.stdout + green.stderr).toBe(0);

      const transcript = path.join(project.folder, `transcripts/playwright/${task}.jsonl`);
      const lines = (await readFile(transcript, 'utf8')).trimEnd().split('\n');
      await writeFile(transcript, `${lines.map(sitElsewhere).join('\n')}\n`);
      await commitAll(project.folder, `test: another seat [transcript-rerecord: ${task}]`);
      expect(await play('--no-save', '--out', 'reports/mutated')).toMatchObject({ exitCode: 1 });
      const summary = path.join(await folderOf({ 'summary.md': '' }), 'summary.md');
      const env = { ...cleanEnv(), GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
      const { exitCode, stdout } = await project.harness(['gate', '--out', 'reports/mutated'], { env });
      expect(exitCode).toBe(1);
      const file = `tasks/fixtures/${task}.md`;
      expect(stdout).toMatch(
        new RegExp(`^FAILED {2}${file}: ${task}: fixtures: failed: postconditions\\[\\d\\]`, 'm'),
      );
      expect(stdout).toMatch(new RegExp(`^::error file=${file},title=${task} failed::`, 'm'));
      expect(await readFile(summary, 'utf8')).toMatch(/^## Gate: failed\n/);
    });

    test('where there is no base, the command says what to do and exits 2', async () => {
      expect(await project.harness(['gate'])).toEqual({
        exitCode: 2,
        stdout: '',
        stderr: 'gate: HEAD has no parent to compare with; choose a base with --base (or use --no-base)',
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
      const task = 'task-02-mdn-fetch-syntax';
      const told = gateFailure(task);
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
      expect(lines).toContain(told.log);
      expect(lines).toContain(told.annotation);
      expect(lines).toContainEqual(
        expect.stringMatching(/^webvoyager: against run .*: 0 better, 1 worse, 9 equal/),
      );
      const written = await readFile(summary, 'utf8');
      expect(written).toMatch(/^before\n## Gate: failed\n/);
      expect(written.split('\n')).toContain(told.row);
    });
  });
}

/** The same call with another value, and the digest that goes with it. */
function sitElsewhere(line: string): string {
  if (!line.includes('Balcony')) return line;
  const call = JSON.parse(line.replaceAll('Balcony', 'Stalls'));
  return JSON.stringify({ ...call, args_digest_sha256: digest(call.args) });
}

/** How the gate tells that a task of `webvoyager` failed as `saveReplay` has it: in the log, as an annotation, in the summary. */
function gateFailure(task: string): { log: string; annotation: string; row: string } {
  const clause = 'postconditions[1] (dom_text match)';
  const file = `tasks/webvoyager/${task}.md`;
  const words = `webvoyager: failed: ${clause}: wanted h1 contains "Example Domain"; observed no element matches h1; after 3 steps`;
  return {
    log: `FAILED  ${file}: ${task}: ${words}`,
    annotation: `::error file=${file},title=${task} failed::${file}: ${task}: ${words}`,
    row: `| \`${task}\` | \`${words}\` | \`${file}\` |`,
  };
}
