import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findChromium } from '../../browser/chromium/find-chromium.ts';
import { cacheFolder } from '../../platform/files/cache-folder.ts';
import { filesBelow } from '../../platform/files/files-below.ts';
import { type Project, projectAt } from '../../platform/project.ts';
import { pagePackages } from '../../task/packages/index.ts';
import { needsOf, whyNotHere } from '../../task/pages/installed-pages.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { guestServer } from '../../testing/guests/guest-server.ts';
import { runIn } from '../../testing/own-project.ts';
import { gatedProject } from '../../testing/remotes/gated-project.ts';
import { commitAll } from '../../testing/remotes/git-as.ts';
import { saveReplay } from '../../testing/save-replay.ts';
import { isLong } from '../../testing/sized.ts';
import { suiteYaml, taskMarkdown } from '../../testing/suite-files.ts';
import { littleFiles, wheelName } from '../../testing/wheel-of.ts';
import { zipOf } from '../../testing/zip-of.ts';

const [miniwob] = pagePackages;
if (!miniwob) throw new Error('there is a package of pages');
const needs = needsOf(miniwob);
const line = whyNotHere(needs, { suite: 'pages' });

/** A suite that needs pages, and one that needs none. */
const files = {
  'tasks/one/suite.yaml': suiteYaml('one', { tasks: ['reach'] }),
  'tasks/one/reach.md': taskMarkdown('reach'),
  'tasks/pages/suite.yaml': suiteYaml('pages', {
    ...{ tasks: ['page'], hosts: ['pages.test'], gate: 'none', needs },
  }),
  'tasks/pages/page.md': taskMarkdown('page', 'https://pages.test/index.html'),
  'tasks/web/a.test/index.html': '<h1>Start</h1>',
  'tasks/web/a.test/goal.html': '<h1>Goal</h1>',
  'tasks/web/pages.test/_host.mjs': `export const createHost = ({ pages }) => async () =>
    new Response(await pages?.read('miniwob/click-button.html'), { headers: { 'content-type': 'text/html' } });`,
};

/** A cache in which only the browser is, unpacked once for all tests. */
async function cacheWithBrowser(): Promise<string> {
  const cache = await folderOf();
  const { source } = await findChromium();
  const own = source === 'npm' ? await readdir(cacheFolder()) : [];
  for (const name of own.filter((each) => /^chromium-[\d.]+$/.test(each)))
    await symlink(path.join(cacheFolder(), name), path.join(cache, name));
  return cache;
}

async function projectOf(changed: Record<string, string> = {}) {
  const folder = await folderOf({ ...files, ...changed });
  const project: Project = { ...projectAt(folder), checkout: null };
  const env = { CONTRACT_BENCH_CACHE: await cacheWithBrowser() };
  const run = (words: string, values: Record<string, unknown> = {}) =>
    runIn(folder, words, values, { env, project });
  return { folder, env, run };
}

test.each<[string, string, Record<string, unknown>]>([
  ['a run of the suite', 'run', { suite: ['pages'] }],
  ['a run of a task of it', 'run', { task: ['page'] }],
  ['a run by the oracle', 'run', { suite: ['pages'], adapter: 'oracle' }],
  ['a list of what a run would play', 'run', { suite: ['pages'], dryRun: true }],
  ['the pages of a task', 'serve', { task: 'page' }],
])('%s ends with the way out before anything is played', async (_, words, values) => {
  const { folder, run } = await projectOf();
  await expect(run(words, { ...values, out: path.join(folder, 'out') })).rejects.toMatchObject({
    name: 'UserError',
    message: line,
  });
  expect(await readdir(folder)).toEqual(['tasks']);
});

test('without the pages the rest is checked, and the suite is named', async () => {
  const { run } = await projectOf();
  expect(await run('check')).toMatchObject({
    exitCode: 0,
    lines: [`not checked: ${line}`, expect.stringMatching(/^2 tasks, .* valid$/)],
  });
  expect(await run('tasks print', { check: true })).toMatchObject({
    exitCode: 0,
    lines: [`not checked: ${line}`],
  });
  expect(await run('tasks print', { write: true })).toMatchObject({
    exitCode: 0,
    lines: [`not written: ${line}`],
  });
  expect(await run('audit', { suite: 'pages', control: 'noop' })).toMatchObject({
    exitCode: 0,
    lines: [`not checked: ${line}`],
    data: { records: [] },
  });
});

test('a package that is not known is a mistake of the suite', async () => {
  const unknown = `miniwob@${'0'.repeat(64)}`;
  const file = 'tasks/pages/suite.yaml';
  const { run } = await projectOf({ [file]: files[file].replace(needs, unknown) });
  const { exitCode, notes } = await run('check');
  expect(exitCode).toBe(2);
  expect(notes.join('\n')).toContain(`needs: must be a known package of pages: ${needs}; found "${unknown}"`);
});

test('neither a run without a suite nor npm start plays a suite without a gate', async () => {
  const { run, folder } = await projectOf();
  const out = path.join(folder, 'out');
  // The replay of the other suite has no recording, so nothing is played.
  const missing = /^1 tasks?: |^reach: /;
  await expect(run('run', { out })).rejects.toThrow(missing);
  await expect(run('start', { out })).rejects.toThrow(missing);
});

if (isLong) {
  test('the gate asks nothing of the suite, and says that it is not checked', async () => {
    const folder = await (await gatedProject()).copy();
    for (const [name, text] of Object.entries(files).filter(([each]) => each.includes('pages'))) {
      const file = path.join(folder, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    const sha = await commitAll(folder, 'test: a suite that needs pages');
    for (const suite of ['fixtures', 'webvoyager']) await saveReplay(folder, { sha, suite });
    const env = { CONTRACT_BENCH_CACHE: await folderOf() };
    const { exitCode, lines } = await runIn(folder, 'gate', {}, { env, project: projectAt(folder) });
    expect(lines).toContain(`note: not checked: ${line}`);
    expect([exitCode, lines.at(-1)]).toEqual([0, 'gate passed']);
  });
}

test('the list names every package with its licence, its origin and the suites that need it', async () => {
  const { run } = await projectOf();
  const { lines, data } = await run('suites here');
  const shown = lines.join('\n');
  for (const words of [
    'MiniWoB++ 1.1.0',
    'missing',
    'suites install miniwob',
    'MIT',
    miniwob.origin,
    'pages',
  ])
    expect(shown).toMatch(new RegExp(`^miniwob .*${words.replaceAll(/\W/g, '\\$&')}`, 'm'));
  expect(data).toMatchObject({ packages: [{ id: 'miniwob', state: 'missing', suites: ['pages'] }] });
});

test('another wheel than the pinned one is refused, and nothing is kept', async () => {
  const { env, folder, run } = await projectOf({ [wheelName]: zipOf(littleFiles()).toString('latin1') });
  await expect(run('suites install', { package: 'miniwob', from: wheelName })).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringContaining(`${path.join(folder, wheelName)}: got a file with the SHA-256 `),
  });
  await expect(run('suites install', { package: 'miniwob', from: wheelName })).rejects.toThrow(
    `expected ${miniwob.sha256}`,
  );
  await expect(run('suites install', { package: 'nothing' })).rejects.toThrow(
    /^suites install: unknown package of pages "nothing"; there is miniwob/,
  );
  expect(await filesBelow(env.CONTRACT_BENCH_CACHE)).toEqual([]);
});

if (isLong) {
  test('the pages are installed from PyPI, and a suite that needs them is played', async () => {
    const { env, folder, run } = await projectOf({
      'tasks/pages/page.md': taskMarkdown('page', 'https://pages.test/index.html').replace(
        'selector: h1, contains: Goal',
        'selector: title, contains: Click Button Task',
      ),
    });
    const installed = await run('suites install', { package: 'miniwob' });
    const [where = '', licence = '', origin] = installed.lines;
    expect(installed.exitCode).toBe(0);
    expect(where).toMatch(/^installed: MiniWoB\+\+ 1\.1\.0 \(5\.3 MB\) in /);
    expect(where).toContain(env.CONTRACT_BENCH_CACHE);
    expect(await readFile(licence.replace('licence: MIT, ', ''), 'utf8')).toMatch(
      /^The MIT License[\s\S]*Copyright 2022 Farama Foundation/,
    );
    expect(origin).toBe(`origin: ${miniwob.origin}`);
    const unchecked = (lines: readonly string[]) => lines.filter((each) => each.startsWith('not '));
    expect(unchecked((await run('check')).lines)).toEqual([]);
    expect((await run('suites here')).data).toMatchObject({ packages: [{ state: 'installed' }] });
    const played = await run('run', {
      ...{ suite: ['pages'], adapter: 'noop', out: path.join(folder, 'out') },
      serverCommand: commandOfGuest(),
    });
    expect(played).toMatchObject({ exitCode: 0, data: { runs: [{ episodes: [{ status: 'passed' }] }] } });
  });

  test('an audit of the other suites goes on without the pages', async () => {
    const { folder, run } = await projectOf({
      'calls.jsonl': '{"tool": "open", "args": {"url": "https://a.test/goal"}}\n',
    });
    const at = (name: string) => path.join(folder, name);
    const server = { serverCommand: commandOfGuest(), transcripts: at('transcripts') };
    const calls = { adapter: 'script', script: at('calls.jsonl'), out: at('recording') };
    expect(await run('record', { ...server, ...calls, suite: ['one'] })).toMatchObject({ exitCode: 0 });
    const { lines, exitCode } = await run('audit', { ...server, control: 'noop', out: at('audit') });
    expect(lines).toContain(`not checked: ${line}`);
    expect([exitCode, lines.at(-1)]).toEqual([0, 'every control failed, every transcript passed']);
  });
}

function commandOfGuest(): string {
  const { origin } = guestServer();
  if (!('command' in origin)) throw new Error('the guest is a command line');
  return origin.command;
}
