import { expect, test } from 'vitest';
import { folderOf } from '../testing/folder-of.ts';
import { suiteYaml, taskMarkdown } from '../testing/suite-files.ts';
import { readSuites } from './read-suites.ts';
import { describeMistake, noPatternCheck } from './read-tasks.ts';

async function mistakesOf(files: Record<string, string>) {
  const folder = await folderOf(files);
  const { mistakes } = await readSuites(folder, noPatternCheck);
  return mistakes.map((mistake) => describeMistake(mistake).replace(`${folder}/`, ''));
}

test('a folder with a suite.yaml is a suite; that whose attempts may take the most steps comes first', async () => {
  const folder = await folderOf({
    'README.md': 'no suite',
    'web/a.test/index.html': 'no suite either',
    'a/suite.yaml': suiteYaml('a', { tasks: ['a-1'], maxSteps: 20 }),
    'a/a-1.md': taskMarkdown('a-1'),
    'b/suite.yaml': suiteYaml('b', { tasks: ['b-2', 'b-1'], maxSteps: 20 }),
    'b/b-1.md': taskMarkdown('b-1'),
    'b/b-2.md': taskMarkdown('b-2'),
    'c/suite.yaml': suiteYaml('c', { tasks: ['c-1'], maxSteps: 30 }),
    'c/c-1.md': taskMarkdown('c-1'),
  });
  const { suites, tasks, mistakes } = await readSuites(folder, noPatternCheck);
  expect(mistakes).toEqual([]);
  expect(suites.map(({ suite }) => suite.id)).toEqual(['c', 'a', 'b']);
  expect(tasks.map(({ suite, task }) => [suite, task.id])).toEqual([
    ['c', 'c-1'],
    ['a', 'a-1'],
    ['b', 'b-1'],
    ['b', 'b-2'],
  ]);
});

test('what the list of tasks and the folder say differently is named with its place', async () => {
  expect(
    await mistakesOf({
      's/suite.yaml': suiteYaml('other', { tasks: ['a-task', 'gone', 'a-task'] }),
      's/a-task.md': taskMarkdown('a-task'),
      's/more.md': taskMarkdown('more'),
    }),
  ).toEqual([
    's/suite.yaml:1:5: id: must be the name of its folder, "s"; found "other"',
    's/suite.yaml:10:5: tasks.1: must be one of the tasks of the folder, a-task, more; found "gone"',
    's/suite.yaml:11:5: tasks.2: found "a-task" twice',
    's/more.md: id: is in no list: add "more" to suite.yaml',
  ]);
});

const good = suiteYaml('s', { tasks: ['a-task'] });

test.each([
  [
    'colour: blue',
    /^s\/suite\.yaml:\d+:\d+: colour: unknown field; allowed are id, title, name, edition, voc/,
  ],
  ['seeds: [1]', /^s\/suite\.yaml:\d+:\d+: seeds: must not stand without templates; found a list/],
  ['sample: [x]', /sample: must not stand without templates/],
  ['templates: [x]', /templates: must not stand beside tasks; found a list\n.*seeds: must be a list of numb/],
  ['edition: 2', /^s\/suite\.yaml:\d+:1: DUPLICATE_KEY: Map keys must be unique$/],
])('a suite with %s besides is refused', async (line, says) => {
  const files = { 's/suite.yaml': `${good}${line}\n`, 's/a-task.md': taskMarkdown('a-task') };
  expect((await mistakesOf(files)).join('\n')).toMatch(says);
});

test.each([
  [
    'vocabulary: openchrome',
    'vocabulary: french',
    /:4:13: vocabulary: must be one of openchrome, town; found "french"/,
  ],
  ['gate: transcripts', 'gate: nobody', /gate: must be one of oracle, transcripts, none; found "nobody"/],
  [
    'gate: transcripts',
    'gate: none\nneeds: pages@1.0',
    /needs: must be <package>@<the SHA-256 of its file, in hexadecimal digits>; found "pages@1\.0"/,
  ],
  ['edition: 1', 'edition: first', /:3:10: edition: .*; found "first"/],
  ['starts: true', '', /:1:1: starts: .*; found nothing/],
  ['- a.test', '- https://a.test', /hosts\[0\]: must be the name of a host, .*; found "https:\/\/a\.test"/],
  ['maxSteps: 5', 'maxSteps: 500', /limits\.hermetic\.maxSteps: .*100; found 500/],
  [
    'maxSteps: 5',
    'steps: 5',
    /limits\.hermetic\.steps: unknown field; allowed are maxSteps, maxDurationMs, maxU/,
  ],
])('a suite with %s made %s is refused', async (from, to, says) => {
  expect(good).toContain(from);
  const files = { 's/suite.yaml': good.replace(from, to), 's/a-task.md': taskMarkdown('a-task') };
  expect((await mistakesOf(files)).join('\n')).toMatch(says);
});
