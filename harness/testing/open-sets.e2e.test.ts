import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { beforeAll, expect, test } from 'vitest';
import { audited } from '../experiments/audit/audit.ts';
import { projectAt } from '../platform/project.ts';
import { makePlan } from '../run/make-plan.ts';
import { quietOptions } from '../run/plan.ts';
import { cleanEnv, type ScratchProject, scratchProject, withoutConfinementLine } from './scratch-project.ts';
import { isLong } from './sized.ts';
import { suiteYaml } from './suite-files.ts';

let project: ScratchProject;
let keysBefore: Record<string, string> = {};

beforeAll(async () => {
  project = await scratchProject({ git: false });
  if (isLong) keysBefore = await keysOf([]);
  await addNewMembers(project.folder);
});

test('a new control is listed', async () => {
  expect((await project.harness(['list', 'adapters'])).stdout).toMatch(/^shy +dares nothing$/m);
});

test('a new server is listed', async () => {
  expect((await project.harness(['list', 'servers'])).stdout).toMatch(/^mine +My server /m);
});

test('a new API of models is listed by the agent of its vendor', async () => {
  expect((await project.harness(['list', 'adapters'])).stdout).toMatch(/^parrot +repeats what it hears$/m);
});

test('a new suite is listed', async () => {
  expect((await project.harness(['list', 'tasks'])).stdout).toMatch(/^extra +hello-h1 /m);
});

test('a new reporter is listed', async () => {
  expect((await project.harness(['list', 'reporters'])).stdout).toMatch(/^shout +says it aloud$/m);
});

test('a new trap is played with the others', async () => {
  const script = `import { readTraps } from './harness/task/traps/read-traps.ts';
    console.log((await readTraps()).traps.at(-1).id);`;
  const { stdout } = await execa(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: project.folder,
  });
  expect(stdout).toBe('slow-button');
});

if (isLong) {
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
}

async function keysOf(suites: string[]): Promise<Record<string, string>> {
  const options = { ...quietOptions(projectAt(project.folder)), suites };
  const { runs } = await makePlan(options, cleanEnv());
  return Object.fromEntries(runs.map(({ run }) => [run.suite, run.config.comparabilityKey]));
}

const hosts = ['example.com', 'example.org', 'iana.org', 'www.iana.org'];

/** Gives a copy of the project one member more in each of five open sets, by the files that the document promises. */
async function addNewMembers(folder: string): Promise<void> {
  await addMember(folder, 'agents', {
    id: 'shy',
    place: './controls/shy.ts',
    imports: `import { defineNegativeControl } from './negative-control.ts';`,
    value: `defineNegativeControl({ id: 'shy', summary: 'dares nothing', moves: async () => [] })`,
    list: 'noop,',
  });
  await addMember(folder, 'run/reporters', {
    id: 'shout',
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
  await addMember(folder, 'agents/models/apis', {
    id: 'parrot',
    imports: `import type { Api } from './api.ts';\nimport { chat, openai } from './chat.ts';`,
    type: ': Api',
    value: `{
      ...chat,
      id: 'parrot',
      vendor: {
        ...openai,
        id: 'parrot',
        agent: { id: 'parrot', summary: 'repeats what it hears', defaultModel: 'parrot-1' },
      },
    }`,
    list: 'gemini]',
  });
  await addMember(folder, 'servers', {
    id: 'mine',
    imports: `import { playwright } from './playwright.ts';`,
    value: `{ ...playwright, id: 'mine', title: 'My server' }`,
    list: 'executeautomation,',
  });
  const h1 = { from: 'example-h1', to: 'hello-h1' };
  await copyFile(folder, { from: 'tasks/fixtures/example-h1.md', to: 'tasks/extra/hello-h1.md', words: h1 });
  await addTrap(folder);
  await putFile(
    folder,
    'tasks/extra/suite.yaml',
    suiteYaml('extra', { tasks: ['hello-h1'], hosts, starts: false }),
  );
  for (const server of ['mine', 'playwright'])
    await copyFile(folder, {
      from: 'transcripts/playwright/example-h1.jsonl',
      to: `transcripts/${server}/hello-h1.jsonl`,
      words: h1,
    });
  const words = { from: '"id": "playwright"', to: '"id": "mine"' };
  await copyFile(folder, {
    from: 'transcripts/playwright/tools.json',
    to: 'transcripts/mine/tools.json',
    words,
  });
}

/** A trap lies beside the others, outside of the harness. */
async function addTrap(folder: string): Promise<void> {
  const words = { from: 'disabled-button', to: 'slow-button' };
  await copyFile(folder, { from: 'tasks/traps/disabled-button.ts', to: 'tasks/traps/slow-button.ts', words });
  const index = await readFile(path.join(folder, 'tasks/traps/index.ts'), 'utf8');
  const line = "import { disabledButton as slowButton } from './slow-button.ts';\n";
  await putFile(folder, 'tasks/traps/index.ts', line + index.replace(/\];\n$/, '  slowButton,\n];\n'));
}

async function putFile(folder: string, name: string, text: string): Promise<void> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

async function copyFile(
  folder: string,
  { from, to, words }: { from: string; to: string; words: { from: string; to: string } },
): Promise<void> {
  const text = await readFile(path.join(folder, from), 'utf8');
  await putFile(folder, to, text.replaceAll(words.from, words.to));
}

/** Writes the member's file, and its line in the list, before the given end of another's. */
async function addMember(
  folder: string,
  set: string,
  {
    id,
    place = `./${id}.ts`,
    imports,
    type = '',
    value,
    list,
  }: { id: string; place?: string; imports: string; type?: string; value: string; list: string },
): Promise<void> {
  await putFile(folder, `harness/${set}/${place}`, `${imports}\nexport const ${id}${type} = ${value};\n`);
  const index = await readFile(path.join(folder, 'harness', set, 'index.ts'), 'utf8');
  expect(index).toContain(list);
  await putFile(
    folder,
    `harness/${set}/index.ts`,
    `import { ${id} } from '${place}';\n${index.replace(list, `${list.slice(0, -1)}, ${id}${list.at(-1)}`)}`,
  );
}
