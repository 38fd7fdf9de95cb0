import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { commandIn, filesIn, packTarball } from '../../testing/packed.ts';
import { commitAll, gitAs } from '../../testing/remotes/git-as.ts';
import { strangerFiles, strangerTypes } from '../../testing/stranger-project.ts';
import { thisProject } from '../this-project.ts';

let tarball = '';

beforeAll(async () => {
  tarball = await packTarball();
});

/** A folder with a space in its path, with these files and the package installed. */
async function strangerFolder(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = path.join(await folderOf({ 'a b/.npmrc': 'audit=false\nfund=false\n' }), 'a b');
  for (const [name, content] of Object.entries(files)) await placeIn(folder, name, content);
  await installIn(folder);
  return folder;
}

async function placeIn(folder: string, name: string, content: string): Promise<void> {
  await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
  await writeFile(path.join(folder, name), content);
}

async function installIn(folder: string): Promise<void> {
  const run = commandIn(folder);
  for (const line of [
    ['npm', 'init', '-y'],
    ['npm', 'install', '--no-audit', '--no-fund', '-D', tarball],
  ])
    expect(await run(line)).toMatchObject({ exitCode: 0 });
}

/** What lies at the top of a folder. */
const topOf = async (folder: string) => (await readdir(folder)).sort();

test('packing leaves the repository as it was, and is the same twice', async () => {
  const before = await gitAs(thisProject.root, 'status', '--porcelain');
  const [first, again] = [await filesIn(tarball), await filesIn(await packTarball())];
  expect(await gitAs(thisProject.root, 'status', '--porcelain')).toBe(before);
  expect([...again]).toEqual([...first]);
});

test('what npm would publish is the tarball: no test, no script, no path of this machine, no secret', async () => {
  const published = await commandIn(path.dirname(tarball))(['npm', 'publish', '--dry-run', tarball]);
  expect(published.exitCode).toBe(0);
  expect(published.stderr).not.toMatch(/\.test\.|\.env\b|\.npmrc/);
  expect(published.stderr).toContain('lib/harness/cli/bin.mjs');
  const files = await filesIn(tarball);
  const naming = [...files].filter(
    ([name, text]) =>
      name !== 'lib/vendor/recheck.cjs' &&
      (text.includes(thisProject.root) || /\b(sk-ant-[\w-]{20}|ghp_\w{20}|npm_\w{30})/.test(text)),
  );
  expect(naming.map(([name]) => name)).toEqual([]);
});

const steps: readonly { line: string; says: string; exitCode?: number }[] = [
  { line: 'doctor', says: 'ok    browser' },
  {
    line: 'run --suite fixtures --task example-h1,fixture-screenshot-class --server playwright --no-save',
    says: 'Fixtures contract-eval score = 2 / 13',
  },
  { line: 'record --task desk-note --server playwright', says: 'passed  desk-note' },
  {
    line: 'run --suite fixtures --task example-h1 --server own --transcripts node_modules/contract-bench/lib/transcripts/playwright --no-save',
    says: 'passed  example-h1',
  },
  {
    line: 'run --suite fixtures --task example-h1 --server playwright --agent own-agent --no-save',
    says: 'passed  example-h1',
  },
  { line: 'audit --suite mine', says: 'desk-note  passed' },
  { line: 'run --suite mine --server playwright', says: 'Mine contract-eval score = 1 / 1' },
  { line: 'gate --no-base --suite mine --server playwright', says: '' },
  { line: 'work --queue redis://127.0.0.1:1', says: 'npm i -D bullmq@', exitCode: 2 },
];

describe.each([
  ['24', null],
  ['22.18', '22.18.0'],
])('with Node %s', (_, version) => {
  let node = path.dirname(process.execPath);

  beforeAll(async () => {
    if (version === null) return;
    const folder = await folderOf({ 'package.json': '{}' });
    expect(await commandIn(folder)(['npm', 'install', `node@${version}`])).toMatchObject({ exitCode: 0 });
    node = path.join(folder, 'node_modules', 'node', 'bin');
  });

  test('a repository with a space in its path plays its own tasks and those of the package', async () => {
    const folder = await strangerFolder(strangerFiles);
    await gitAs(folder, 'init', '--quiet');
    await commitAll(folder, 'mine');
    const before = await topOf(folder);
    const run = commandIn(folder, node);
    for (const { line, says, exitCode = 0 } of steps) {
      const ended = await run(['npx', 'contract-bench', ...line.split(' ')]);
      expect({ line, ...ended }).toMatchObject({ line, exitCode });
      expect(ended.stdout + ended.stderr).toContain(says);
      // What is recorded is kept; what a run appends belongs to a commit.
      if (line.startsWith('record')) await commitAll(folder, 'recorded');
    }
    expect((await topOf(folder)).filter((name) => !before.includes(name))).toEqual(['reports', 'results']);
    expect(await gitAs(folder, 'status', '--porcelain')).toMatch(/^\?\? results\/\n?$/);
  });

  test('a repository that had nothing records, plays and gates what init wrote, and has a site', async () => {
    const folder = await strangerFolder({});
    await gitAs(folder, 'init', '--quiet');
    const run = commandIn(folder, node);
    const bench = async (line: string, exitCode = 0) => {
      const ended = await run(['npx', 'contract-bench', ...line.split(' ')]);
      expect({ line, ...ended }).toMatchObject({ line, exitCode });
      return ended.stdout + ended.stderr;
    };
    expect(await bench('init --yes')).toContain('write:   contract-bench.config.ts');
    expect(await bench('record')).toContain('passed  first-note');
    await commitAll(folder, 'begun');
    const before = await topOf(folder);
    expect(await bench('run')).toContain('First contract-eval score = 1 / 1');
    expect(await bench('gate --no-base')).toContain('gate passed');
    const [line = ''] = /npm i -D .+/.exec(await bench('site', 2)) ?? [];
    expect(await run(line.split(' '))).toMatchObject({ exitCode: 0 });
    expect(await bench('site')).toContain('pages in dist');
    expect((await topOf(folder)).filter((name) => !before.includes(name))).toEqual(['dist']);
    const status = await gitAs(folder, 'status', '--porcelain', '--untracked-files=all');
    expect(
      status
        .trim()
        .split('\n')
        .filter((each) => !/package(-lock)?\.json$/.test(each)),
    ).toEqual([expect.stringMatching(/^\?\? results\/[0-9a-f]{40}\.json$/)]);
  });
});

test('a worktree of git, a folder below the root and a folder without git play too', async () => {
  const folder = await strangerFolder(strangerFiles);
  const play = ['npx', 'contract-bench', 'run', '--suite', 'fixtures', '--task', 'example-h1', '--no-save'];
  const below = path.join(folder, 'bench', 'web');
  const bare = await commandIn(below)(play);
  expect(bare).toMatchObject({ exitCode: 0 });
  expect(await readdir(below)).toEqual(['desk.fixture.test']);
  await gitAs(folder, 'init', '--quiet');
  await commitAll(folder, 'mine');
  const tree = path.join(folder, '..', 'a tree');
  await gitAs(folder, 'worktree', 'add', '--quiet', '-b', 'tree', tree);
  await installIn(tree);
  expect(await commandIn(tree)(play)).toMatchObject({ exitCode: 0 });
});

test.each(['nodenext', 'bundler'])(
  'everything that is exported has types, with moduleResolution %s',
  async (kind) => {
    const compilerOptions = {
      ...{ strict: true, noEmit: true, skipLibCheck: false, target: 'es2024', types: [] },
      ...{ module: kind === 'bundler' ? 'esnext' : kind, moduleResolution: kind, lib: ['es2024', 'dom'] },
    };
    const folder = await strangerFolder({
      'types.mts': strangerTypes,
      'tsconfig.json': JSON.stringify({ compilerOptions, include: ['types.mts'] }),
    });
    const tsc = path.join(thisProject.root, 'node_modules', 'typescript', 'bin', 'tsc');
    expect(await commandIn(folder)([process.execPath, tsc, '--project', folder])).toMatchObject({
      exitCode: 0,
      stdout: '',
    });
  },
);
