import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { readSuites } from '../read-suites.ts';
import { noPatternCheck } from '../read-tasks.ts';
import {
  checkReferenceSolutions,
  parseReferenceSolution,
  readReferenceSolution,
} from './read-walkthrough.ts';

function mistakesIn(text: string): string {
  try {
    parseReferenceSolution('walk.yaml', text);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

test('a walkthrough is a list of verbs', () => {
  const steps = parseReferenceSolution(
    'walk.yaml',
    `- fill: { label: Search, text: tent }
- press: Enter
- click: { role: button, name: Add to cart, within: { role: article, name: Ridge 2 } }
- check: { label: Gift }
- done: { answer: { read: { role: cell, after: Total }, as: currency } }`,
  );
  expect(steps.map(({ verb }) => verb)).toEqual(['fill', 'press', 'click', 'check', 'done']);
  expect(steps[3]).toEqual({ verb: 'check', what: { label: 'Gift', on: true } });
});

test.each([
  ['- push: { role: button }', /^walk\.yaml:1:9: \[0\]\.push: unknown field; allowed are open, click/],
  ['- click: { role: link }\n- click: { nth: 2 }', /^walk\.yaml:2:10: \[1\]\.click: must say the role/],
  ['- fill: { label: Name }', /^walk\.yaml:1:9: \[0\]\.fill\.text: .*; found nothing/],
  ['- click: { role: link, id: x }', /\[0\]\.click\.id: unknown field; allowed are role, name, label/],
  ['- click: { role: Link }', /\[0\]\.click\.role: must be a role of ARIA in lower case.*; found "Link"/],
  ['- { press: Enter, wait: Done }', /\[0\]: must be one verb and its value/],
  ['- press: Enter\n- [', /^walk\.yaml:2:/],
  ['[]', /the whole: .*; found an empty list/],
])('a mistake names file, place and field, what was found and what is allowed: %s', (text, mistake) => {
  expect(mistakesIn(text)).toMatch(mistake);
});

test('every task of the first two suites has a walkthrough, and each is of a task', async () => {
  const { tasks } = await readSuites(thisProject.tasks, noPatternCheck);
  const ids = tasks.map(({ task }) => task.id);
  expect((await checkReferenceSolutions(thisProject.tasks, ids)).mistakes).toEqual([]);
  const old = tasks.filter(({ suite }) => ['fixtures', 'webvoyager'].includes(suite));
  expect(old).toHaveLength(23);
  for (const { task } of old) expect(await readReferenceSolution(thisProject.tasks, task.id)).not.toBeNull();
});

test('a walkthrough of no task is a mistake', async () => {
  const folder = await folderOf({
    'shop/walkthroughs/order.yaml': '- press: Enter\n',
    'shop/walkthroughs/x.yaml': '[]',
    // Of a task that has mistakes of its own.
    'shop/half.md': '---',
    'shop/walkthroughs/half.yaml': '- press: Enter\n',
  });
  expect(await checkReferenceSolutions(folder, ['x'])).toEqual({
    count: 3,
    mistakes: [
      expect.stringMatching(
        /order\.yaml: got a reference solution of "order"; expected the id of a task; there is x$/,
      ),
      expect.stringMatching(/x\.yaml:1:1: the whole: /),
    ],
  });
});
