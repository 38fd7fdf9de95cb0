import { expect, test } from 'vitest';
import { readSuites } from '../../task/read-suites.ts';
import { describeMistake, noPatternCheck } from '../../task/read-tasks.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { suiteYaml, taskMarkdown } from '../../testing/suite-files.ts';
import { checkHosts } from './check-hosts.ts';

async function mistakesOf(hosts: string[], pages: Record<string, string>, startUrl?: string) {
  const folder = await folderOf({
    's/suite.yaml': suiteYaml('s', { tasks: ['a-task'], hosts }),
    's/a-task.md': taskMarkdown('a-task', startUrl),
    ...pages,
  });
  const { suites, tasks } = await readSuites(folder, noPatternCheck);
  const mistakes = await checkHosts(suites, tasks, [`${folder}/web`]);
  return mistakes.map((mistake) => describeMistake(mistake).replace(`${folder}/`, ''));
}

const pages = {
  'web/a.test/index.html': '<a href="https://b.test/">b</a> not www.c.test',
  'web/b.test/index.html': 'the last one',
  'web/c.test/index.html': '<a href="https://c.test/">named by itself alone</a>',
};

test('a suite that lists the hosts that its tasks and their pages name has no mistake', async () => {
  expect(await mistakesOf(['a.test', 'b.test'], pages)).toEqual([]);
});

test('a host without a folder, one that nobody names and one that is not listed are named', async () => {
  expect(await mistakesOf(['a.test', 'gone.test', 'c.test'], pages)).toEqual([
    's/suite.yaml:7:5: hosts.1: must have a folder of pages; found "gone.test"',
    's/suite.yaml:8:5: hosts.2: must be named by a task or by a page of another host of the suite; found "c.test"',
    's/suite.yaml:6:3: hosts: must list "b.test", which a.test names; found a.test, gone.test, c.test',
  ]);
});

test('the host of a start URL must be there', async () => {
  expect(await mistakesOf(['a.test', 'b.test'], pages, 'https://else.test/')).toEqual([
    's/suite.yaml:6:5: hosts.0: must be named by a task or by a page of another host of the suite; found "a.test"',
    's/a-task.md: startUrl: the host must be one of the hosts of the suite (a.test, b.test); found "else.test"',
  ]);
});
