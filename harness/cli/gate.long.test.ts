import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { digest } from '../digest/digest.ts';
import { commitAll } from '../test-remotes/git-as.ts';
import { folderOf } from '../testing/folder-of.ts';
import { cleanEnv, scratchProject } from '../testing/scratch-project.ts';

const task = 'local-form-submit';

test('played in a real browser: a recording that no longer meets its contract closes the gate, a README does not', async () => {
  const project = await scratchProject();
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

/** The same call with another value, and the digest that goes with it. */
function sitElsewhere(line: string): string {
  if (!line.includes('Balcony')) return line;
  const call = JSON.parse(line.replaceAll('Balcony', 'Stalls'));
  return JSON.stringify({ ...call, args_digest_sha256: digest(call.args) });
}
