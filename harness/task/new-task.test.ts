import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { thisProject } from '../cli/this-project.ts';
import { findTaskWeb } from '../run/open-webs.ts';
import { folderOf } from '../testing/folder-of.ts';
import { suiteYaml, taskMarkdown } from '../testing/suite-files.ts';
import { newTask } from './new-task.ts';
import { readSuites } from './read-suites.ts';
import { noPatternCheck } from './read-tasks.ts';

test('a new task with a host starts on it as it is written, and what is sent to it is its state', async () => {
  const folder = await folderOf();
  const at = (...names: string[]) => path.join(folder, ...names);
  const { files, lines } = await newTask('order-tea', folder, { withHost: true });
  expect(files).toEqual([at('order-tea.md'), at('web', 'order-tea.test', '_host.ts')]);
  expect(lines).toContain(
    `  npm run harness -- serve order-tea --tasks ${at('order-tea.md')} --web-root ${at('web')}`,
  );
  const written = await readFile(at('order-tea.md'), 'utf8');
  const filled = written
    .replace(/^title: .*/m, 'title: Tea')
    .replace(/^goal: .*/m, 'goal: Order tea.')
    .replace(/contains: '[^']*'/, "contains: 'Thank you'");
  await writeFile(at('order-tea.md'), filled);
  const { task, fixtureSites } = await findTaskWeb({
    ...{ project: thisProject, id: 'order-tea', tasks: at('order-tea.md'), webRoot: at('web') },
  });
  const { hosts, world } = fixtureSites.open();
  const ask = async (url: string, init?: RequestInit) =>
    (await hosts.get('order-tea.test')?.(new Request(url, init)))?.text();
  expect(await ask(task.startUrl)).toContain('<button>Order</button>');
  expect(await ask(`${task.startUrl}order`, { method: 'POST', body: 'what=tea' })).toContain('Thank you');
  expect(world?.tables()['order-tea.test']).toEqual({ orders: [{ id: '1', what: 'tea' }] });
  await expect(newTask('order-tea', folder, { withHost: true })).rejects.toThrow(
    /^new task: .*order-tea\.md exists already/,
  );
});

test('in the folder of a suite the suite names the new task, its host and its solution, and keeps its comments', async () => {
  const suite = `${suiteYaml('mine', { tasks: ['a-task'] })}# the last word\n`;
  const folder = await folderOf({
    'tasks/mine/suite.yaml': suite,
    'tasks/mine/a-task.md': taskMarkdown('a-task'),
  });
  const at = (...names: string[]) => path.join(folder, 'tasks', ...names);
  const { files, lines } = await newTask('order-tea', at('mine'), { withHost: true });
  expect(files).toEqual([
    at('mine/order-tea.md'),
    at('web/order-tea.test/_host.ts'),
    at('mine/walkthroughs/order-tea.yaml'),
  ]);
  expect(lines).toContain('  npm run harness -- record --suite mine --task order-tea');
  const written = await readFile(at('mine/suite.yaml'), 'utf8');
  const { suites, mistakes } = await readSuites(at('mine'), noPatternCheck);
  expect(suites[0]?.suite).toMatchObject({
    tasks: ['a-task', 'order-tea'],
    hosts: expect.arrayContaining(['order-tea.test']),
  });
  // What stands there to be filled in is a mistake until it is.
  expect(mistakes.map(({ field }) => field)).toEqual(['title', 'goal', 'success']);
  expect(written).toMatch(/# the last word\n$/);
  await writeFile(at('mine/suite.yaml'), written.replace(/^tasks:\n(?: {2}- .*\n)+/m, 'templates: [t]\n'));
  await expect(newTask('other', at('mine'), { withHost: false })).rejects.toThrow(
    /suite\.yaml: tasks: got templates/,
  );
  expect(existsSync(at('mine/other.md'))).toBe(false);
});
