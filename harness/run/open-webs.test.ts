import path from 'node:path';
import { expect, test } from 'vitest';
import { projectAt } from '../platform/project.ts';
import { readState } from '../results/verify/against-git/commit-state.ts';
import { installPages } from '../task/pages/install-pages.ts';
import { needsOf } from '../task/pages/installed-pages.ts';
import { readSuites, suitesIn } from '../task/read-suites.ts';
import { noPatternCheck } from '../task/read-tasks.ts';
import { folderOf } from '../testing/folder-of.ts';
import { suiteYaml, taskMarkdown } from '../testing/suite-files.ts';
import { wheelName, wheelOf } from '../testing/wheel-of.ts';
import type { WebSource } from '../web/hermetic-web.ts';
import { openWebs } from './open-webs.ts';

const files = {
  'tasks/one/suite.yaml': suiteYaml('one', { tasks: ['task-1'], hosts: ['a.test', 'both.test'] }),
  'tasks/one/task-1.md': taskMarkdown('task-1'),
  'tasks/two/suite.yaml': suiteYaml('two', { tasks: ['task-2'], hosts: ['b.test', 'both.test'] }),
  'tasks/two/task-2.md': taskMarkdown('task-2'),
  'tasks/web/a.test/index.html': 'a',
  'tasks/web/b.test/index.html': 'b',
  'tasks/web/both.test/index.html': 'both',
};

async function websOf(changed: Record<string, string> = {}, webRoot: string | null = null) {
  const project = projectAt(await folderOf({ ...files, ...changed }));
  const suites = suitesIn(await readSuites(project.tasks, noPatternCheck));
  return openWebs({ project, web: 'hermetic', webRoot }, ['one', 'two', 'custom'], suites);
}

function hostsOf(web: WebSource | undefined): string[] {
  return web?.kind === 'hermetic' ? [...web.fixtureSites.open().hosts.keys()] : [];
}

async function digests(changed: Record<string, string> = {}): Promise<string[]> {
  return [...(await websOf(changed)).values()].map((web) =>
    web.kind === 'hermetic' ? web.fixtureSites.sha256 : '',
  );
}

test('a suite is served its own hosts, tasks of no suite have all, and a web root of the user is for each', async () => {
  const own = await folderOf({ 'own.test/index.html': 'own' });
  const webs = await websOf({}, own);
  expect([...webs.keys()].map((name) => hostsOf(webs.get(name)))).toEqual([
    ['own.test', 'a.test', 'both.test'],
    ['own.test', 'b.test', 'both.test'],
    ['own.test', 'a.test', 'b.test', 'both.test'],
  ]);
});

test("a changed page is in the digest of the suites that list its host, and in no other's", async () => {
  const [one, two] = await digests();
  const changedIn = async (host: string) => {
    const [nowOne, nowTwo] = await digests({ [path.join('tasks/web', host, 'index.html')]: 'changed' });
    return [nowOne !== one, nowTwo !== two];
  };
  expect(await changedIn('a.test')).toEqual([true, false]);
  expect(await changedIn('b.test')).toEqual([false, true]);
  expect(await changedIn('both.test')).toEqual([true, true]);
  expect(await changedIn('new.test')).toEqual([false, false]);
});

test('a suite gets the pages that it needs, and the digest of its web is known without them', async () => {
  const { wanted, wheel } = wheelOf();
  const [needs, packages] = [needsOf(wanted), [wanted]];
  const root = await folderOf({
    ...files,
    'tasks/one/suite.yaml': suiteYaml('one', { tasks: ['task-1'], needs, gate: 'none' }),
    'tasks/web/a.test/_host.mjs':
      "export const createHost = ({ pages }) => async () => new Response(await pages?.read('index.html'));",
  });
  const project = projectAt(root);
  const suites = suitesIn(await readSuites(project.tasks, noPatternCheck));
  const env = { CONTRACT_BENCH_CACHE: await folderOf() };
  const open = (web: string) =>
    openWebs({ project, web, webRoot: null }, ['one', 'two'], suites, env, packages);
  await expect(open('hermetic')).rejects.toMatchObject({
    name: 'UserError',
    message:
      'the suite one needs the pages of Little Pages, which are not installed; install them: npm run harness -- suites install little',
  });
  expect([...(await open('live')).values()]).toEqual([{ kind: 'live' }, { kind: 'live' }]);
  const known = (await readState(root)).suites;
  const from = path.join(await folderOf({ [wheelName]: wheel }), wheelName);
  await installPages({ id: 'little', from }, { env }, packages);
  const webs = await open('hermetic');
  for (const [name, web] of webs) {
    if (web.kind !== 'hermetic') throw new Error('the web is hermetic');
    expect(known.get(name)?.web.sha256, name).toBe(web.fixtureSites.sha256);
    if (name === 'two') continue;
    const answer = await web.fixtureSites.open().hosts.get('a.test')?.(new Request('https://a.test/'));
    expect(await answer?.text()).toBe('<h1>Little page</h1>');
  }
});
