import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { beforeAll, expect, test } from 'vitest';
import { audited } from './audit/audit.ts';
import { projectAt } from './project/project.ts';
import { makePlan } from './run/make-plan.ts';
import { quietOptions } from './run/plan.ts';
import {
  cleanEnv,
  type ScratchProject,
  scratchProject,
  withoutConfinementLine,
} from './testing/scratch-project.ts';
import { suiteYaml } from './testing/suite-files.ts';

/** A copy of the project with one member more in each of four open sets, by the files that the document promises. */
let project: ScratchProject;
let keysBefore: Record<string, string> = {};

const hosts = ['example.com', 'example.org', 'iana.org', 'www.iana.org'];

beforeAll(async () => {
  project = await scratchProject({ git: false });
  keysBefore = await keysOf([]);
  await addMember('adapters', 'shy', {
    imports: `import { defineControl } from './control.ts';`,
    value: `defineControl({ id: 'shy', summary: 'dares nothing', moves: async () => [] })`,
    list: 'noop,',
  });
  await addMember('run/reporters', 'shout', {
    imports: `import type { ReporterMaker } from './reporter.ts';`,
    type: ': ReporterMaker',
    value: `{
      id: 'shout',
      summary: 'says it aloud',
      make: (_plan, { out }) => ({
        episodeEnd: (_run, { taskId, status }) => void out.write(\`\${taskId} \${status}!\`),
      }),
    }`,
    list: 'none]',
  });
  await addMember('servers', 'mine', {
    imports: `import { playwright } from './playwright.ts';`,
    value: `{ ...playwright, id: 'mine', title: 'My server' }`,
    list: 'executeautomation,',
  });
  const h1 = { from: 'example-h1', to: 'hello-h1' };
  await copyFile('tasks/fixtures/example-h1.md', 'tasks/extra/hello-h1.md', h1);
  await put('tasks/extra/suite.yaml', suiteYaml('extra', { tasks: ['hello-h1'], hosts, starts: false }));
  for (const server of ['mine', 'playwright'])
    await copyFile('transcripts/playwright/example-h1.jsonl', `transcripts/${server}/hello-h1.jsonl`, h1);
  const id = { from: '"id": "playwright"', to: '"id": "mine"' };
  await copyFile('transcripts/playwright/tools.json', 'transcripts/mine/tools.json', id);
});

async function put(name: string, text: string): Promise<void> {
  const file = path.join(project.folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

async function copyFile(from: string, to: string, words: { from: string; to: string }): Promise<void> {
  const text = await readFile(path.join(project.folder, from), 'utf8');
  await put(to, text.replaceAll(words.from, words.to));
}

/** Writes the member's file, and its line in the list, before the given end of another's. */
async function addMember(
  set: string,
  id: string,
  { imports, type = '', value, list }: { imports: string; type?: string; value: string; list: string },
): Promise<void> {
  await put(`harness/${set}/${id}.ts`, `${imports}\nexport const ${id}${type} = ${value};\n`);
  const index = await readFile(path.join(project.folder, 'harness', set, 'index.ts'), 'utf8');
  expect(index).toContain(list);
  await put(
    `harness/${set}/index.ts`,
    `import { ${id} } from './${id}.ts';\n${index.replace(list, `${list.slice(0, -1)}, ${id}${list.at(-1)}`)}`,
  );
}

async function keysOf(suites: string[]): Promise<Record<string, string>> {
  const options = { ...quietOptions(projectAt(project.folder)), suites };
  const { runs } = await makePlan(options, cleanEnv());
  return Object.fromEntries(runs.map(({ run }) => [run.suite, run.config.comparabilityKey]));
}

test('a new control is listed, and is a column of the audit', async () => {
  expect((await project.harness(['list', 'adapters'])).stdout).toMatch(/^shy +dares nothing$/m);
  const script = `import { audited } from './harness/audit/audit.ts';
    console.log(audited.map(({ id }) => id).join(' '));`;
  const { stdout } = await execa(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: project.folder,
  });
  expect(stdout.split(' ')).toEqual(audited.map(({ id }) => id).toSpliced(2, 0, 'shy'));
});

test('a new server is listed', async () => {
  expect((await project.harness(['list', 'servers'])).stdout).toMatch(/^mine +My server /m);
});

test('a new suite is listed, valid and of a key of its own, and changes none of the others', async () => {
  const { stdout: listed } = await project.harness(['list', 'tasks']);
  expect(listed).toMatch(/^extra +hello-h1 /m);
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
  await put('tasks/web/arxiv.org/new.html', 'a page of one suite alone');
  const { fixtures, webvoyager } = await keysOf([]);
  expect(fixtures).toBe(keysBefore.fixtures);
  expect(webvoyager).not.toBe(keysBefore.webvoyager);
});

test('the new reporter tells how the new server plays the new suite', async () => {
  const args = ['run', '--suite', 'extra', '--server', 'mine', '--reporter', 'shout', '--no-save'];
  const { stdout, stderr, exitCode } = await project.harness([...args, '--out', 'out']);
  const said = withoutConfinementLine(stderr);
  expect({ stdout, said, exitCode }).toEqual({ stdout: 'hello-h1 passed!', said: '', exitCode: 0 });
  expect((await project.harness(['list', 'reporters'])).stdout).toMatch(/^shout +says it aloud$/m);
});
