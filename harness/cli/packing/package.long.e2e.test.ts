import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { commandIn, filesIn, packTarball } from '../../testing/packed.ts';
import { commitAll, gitAs } from '../../testing/remotes/git-as.ts';
import { thisProject } from '../this-project.ts';
import { buildPackage } from './build-package.ts';
import { publishedManifest, readManifest } from './manifests.ts';
import { published } from './published.ts';

/** The last folder of a path that a careless quote breaks. */
const place = "it's a b";

const manifest = await readManifest(thisProject.root);
/** A repository of a stranger, with the package in it as npm installs it, beside the packages that it needs. */
let folder = '';

beforeAll(async () => {
  folder = path.join(await folderOf({ [`${place}/.gitignore`]: 'node_modules\n' }), place);
  const installed = path.join(folder, 'node_modules');
  const own = path.join(installed, manifest.name);
  await mkdir(own, { recursive: true });
  await buildPackage(thisProject.root, path.join(own, 'lib'), manifest);
  await writeFile(path.join(own, 'package.json'), JSON.stringify(publishedManifest(manifest, null)));
  await writeFile(
    path.join(folder, 'package.json'),
    '{ "name": "a-b", "private": true, "type": "module" }\n',
  );
  const needed = path.join(thisProject.root, 'node_modules');
  for (const name of await readdir(needed))
    if (!name.startsWith('.')) await symlink(path.join(needed, name), path.join(installed, name));
  await gitAs(folder, 'init', '--quiet');
});

const bench = (line: string) =>
  commandIn(folder)([
    process.execPath,
    path.join(folder, 'node_modules', manifest.name, published.bin),
    ...line.split(' '),
  ]);

test('the command of the package has its version, and not what only the repository has', async () => {
  expect(await bench('--version')).toMatchObject({ exitCode: 0, stdout: manifest.version });
  const docs = await bench('docs law');
  expect(docs.exitCode).toBe(2);
  expect(docs.stderr).toContain('unknown command "docs"');
});

test('an empty repository records, plays and gates what init wrote', async () => {
  const said = async (line: string) => {
    const ended = await bench(line);
    expect({ line, ...ended }).toMatchObject({ line, exitCode: 0 });
    return ended.stdout + ended.stderr;
  };
  expect(await said('init --yes')).toContain('write:   contract-bench.config.ts');
  expect(await said('record')).toContain('passed  first-note');
  await commitAll(folder, 'begun');
  expect(await said('run')).toContain('First contract-eval score = 1 / 1');
  expect(await said('gate --no-base')).toContain('gate passed');
  expect(await gitAs(folder, 'status', '--porcelain', '--untracked-files=all')).toMatch(
    /^\?\? results\/[0-9a-f]{40}\.json\n?$/,
  );
});

/** A repository of somebody who uses the package: a task of his own on a host with a state, a server, an agent. */
const strangerFiles: Readonly<Record<string, string>> = {
  '.gitignore': 'node_modules\nreports\n',
  'contract-bench.config.ts': `import { defineConfig } from 'contract-bench';

export default defineConfig({
  suites: ['./bench/mine', 'fixtures'],
  webRoots: ['bench/web'],
  transcripts: 'bench/transcripts',
  servers: [
    'playwright',
    { id: 'own', command: 'node {project}/node_modules/@playwright/mcp/cli.js --cdp-endpoint {endpoint}' },
  ],
  agents: [{ id: 'own-agent', command: 'sh {project}/agent.sh' }],
});
`,
  'agent.sh': `call() { printf '{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"%s","arguments":%s}}\\n' "$@"; }
{
  printf '%s\\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"agent.sh","version":"1"}}}'
  call 2 browser_navigate '{"url":"https://example.com/"}'
  call 3 done '{"success":true}'
} | $MCP_COMMAND
`,
  'bench/mine/suite.yaml': `id: mine
title: Mine
edition: 1
vocabulary: town
hosts: [desk.fixture.test]
tasks: [desk-note]
limits:
  hermetic: { maxSteps: 20, maxDurationMs: 60000, maxUsd: 0.2 }
  live: { maxSteps: 30, maxDurationMs: 360000, maxUsd: 0.2 }
gate: transcripts
starts: false
`,
  'bench/mine/desk-note.md': `---
id: desk-note
title: Leave a note
goal: 'Leave the note "Back at noon" at the desk.'
startUrl: https://desk.fixture.test/
judge: end
verify: state
maxSteps: 20
maxDurationMs: 60000
maxUsd: 0.2
setup: { clearCookies: true, viewport: { width: 1280, height: 800 } }
tags: [form]
success:
  kind: state
  host: desk.fixture.test
  changes:
    - { table: notes, added: { text: Back at noon } }
---

One note, and nothing besides.
`,
  'bench/mine/walkthroughs/desk-note.yaml': `- fill: { label: Note, text: Back at noon }
- click: { role: button, name: Leave it }
- wait: Thank you
`,
  'bench/web/desk.fixture.test/_host.ts': `import { redirectTo, type CreateHost, type Row } from 'contract-bench/host';

type Note = Row & { readonly text: string };

export const createHost: CreateHost = () => {
  let notes: readonly Note[] = [];
  return {
    tables: () => ({ notes }),
    fetch: async (request: Request): Promise<Response | undefined> => {
      const { pathname } = new URL(request.url);
      if (request.method === 'POST' && pathname === '/notes') {
        const form = await request.formData().catch(() => null);
        const text = form?.get('text');
        if (typeof text !== 'string') return new Response('no text', { status: 400 });
        notes = [...notes, { id: \`note-\${notes.length + 1}\`, text }];
        return redirectTo('/thanks', 302);
      }
      if (pathname === '/thanks') return page('<p>Thank you</p>');
      if (pathname !== '/') return undefined;
      return page(
        '<form method="post" action="/notes"><label>Note <input name="text"></label><button>Leave it</button></form>',
      );
    },
  };
};

const page = (body: string): Response =>
  new Response(\`<!doctype html><html lang="en"><title>Desk</title>\${body}</html>\`, {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
`,
};

/** Uses everything that the package exports, for a type checker. */
const strangerTypes = `import { defineConfig, type ContractBenchConfig } from 'contract-bench';
import { openPasses, type CreateHost, type World } from 'contract-bench/host';
import { judge, judgeVersion, Contract, type Facts, type Verdict } from 'contract-bench/judge';
import { readHistory, readResultsFile, type ResultsFile } from 'contract-bench/results';
import { Task } from 'contract-bench/schemas';
import { defineTemplate, type Template } from 'contract-bench/template';

const config: ContractBenchConfig = { servers: ['playwright'] };
// @ts-expect-error: no such field
defineConfig({ ...config, colour: 'red' });
export const createHost: CreateHost = (world: World) => (request) => openPasses().serve(request, world.now);
export const verdict = (raw: unknown, facts: Facts): Verdict => judge(Contract.parse(raw), facts);
export const version: number = judgeVersion;
export const shas = (folder: string): string[] => [...readHistory(folder)].map(({ sha }) => sha);
export const file = (name: string): ResultsFile => readResultsFile(name);
export const goal = (raw: unknown): string => Task.parse(raw).goal;
export const made = (template: Template<number>) => defineTemplate(template).id;
`;

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

let tarball = '';

beforeAll(async () => {
  tarball = await packTarball();
});

/** A folder with a space and an apostrophe in its path, with these files and the package installed. */
async function strangerFolder(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = path.join(await folderOf({ [`${place}/.npmrc`]: 'audit=false\nfund=false\n' }), place);
  for (const [name, content] of Object.entries(files)) await placeIn(folder, name, content);
  await installIn(folder);
  return folder;
}

async function placeIn(folder: string, name: string, content: string): Promise<void> {
  await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
  await writeFile(path.join(folder, name), content);
}

async function installIn(folder: string): Promise<void> {
  await writeFile(path.join(folder, 'package.json'), '{ "name": "a-b", "version": "1.0.0" }\n');
  const line = ['npm', 'install', '--no-audit', '--no-fund', '-D', tarball];
  expect(await commandIn(folder)(line)).toMatchObject({ exitCode: 0 });
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

  test('a repository with a space and an apostrophe in its path plays its own tasks and those of the package', async () => {
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
