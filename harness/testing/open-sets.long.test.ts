import { globSync } from 'node:fs';
import { execa } from 'execa';
import { beforeAll, expect, test } from 'vitest';
import { audited } from '../experiments/audit/audit.ts';
import { projectAt } from '../platform/project.ts';
import { makePlan } from '../run/make-plan.ts';
import { quietOptions } from '../run/plan.ts';
import { addNewMembers, putFile } from './new-members.ts';
import { cleanEnv, type ScratchProject, scratchProject, withoutConfinementLine } from './scratch-project.ts';

let project: ScratchProject;
let keysBefore: Record<string, string> = {};

beforeAll(async () => {
  project = await scratchProject({ git: false });
  keysBefore = await keysOf([]);
  await addNewMembers(project.folder);
});

async function keysOf(suites: string[]): Promise<Record<string, string>> {
  const options = { ...quietOptions(projectAt(project.folder)), suites };
  const { runs } = await makePlan(options, cleanEnv());
  return Object.fromEntries(runs.map(({ run }) => [run.suite, run.config.comparabilityKey]));
}

test('a new control is a column of the audit', async () => {
  const script = `import { audited } from './harness/experiments/audit/audit.ts';
    console.log(audited.map(({ id }) => id).join(' '));`;
  const { stdout } = await execa(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: project.folder,
  });
  expect(stdout.split(' ')).toEqual(audited.map(({ id }) => id).toSpliced(2, 0, 'shy'));
});

test('a new suite is valid and of a key of its own, and changes none of the others', async () => {
  const { stdout: listed } = await project.harness(['list', 'tasks']);
  const tasks = listed.trim().split('\n').length;
  const count = (pattern: string) => globSync(pattern, { cwd: project.folder }).length;
  const walkthroughs = count('tasks/*/walkthroughs/*.yaml');
  const transcripts = count('transcripts/*/*.jsonl');
  const { stdout, stderr } = await project.harness(['check']);
  expect({ stdout, stderr }).toEqual({
    stdout: expect.stringContaining(
      `${tasks} tasks, ${walkthroughs} walkthroughs, ${transcripts} transcripts, 4 tool ledgers, `,
    ),
    stderr: '',
  });
  expect(await keysOf(Object.keys(keysBefore))).toEqual(keysBefore);
  const { extra } = await keysOf(['extra']);
  expect(Object.values(keysBefore)).not.toContain(extra);
  await putFile(project.folder, 'tasks/web/arxiv.org/new.html', 'a page of one suite alone');
  const { fixtures, webvoyager } = await keysOf([]);
  expect(fixtures).toBe(keysBefore.fixtures);
  expect(webvoyager).not.toBe(keysBefore.webvoyager);
});

test('the new reporter tells how the new server plays the new suite', async () => {
  const args = ['run', '--suite', 'extra', '--server', 'mine', '--reporter', 'shout', '--no-save'];
  const { stdout, stderr, exitCode } = await project.harness([...args, '--out', 'out']);
  const said = withoutConfinementLine(stderr);
  expect({ stdout, said, exitCode }).toEqual({ stdout: 'hello-h1 passed!', said: '', exitCode: 0 });
});
