import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../testing/folder-of.ts';
import { taskMarkdown } from '../testing/suite-files.ts';
import { describeMistake, noPatternCheck, readTasks } from './read-tasks.ts';

const operators = `goal_shown:
  summary: The heading is this text, so many times.
  fields: { heading: string, times: number }
  means:
    kind: and
    children:
      - { kind: dom_text, selector: h1, contains: '-{heading}-{times}' }
      - { kind: dom_count, selector: h1, op: eq, value: '{times}' }
`;

async function read(success: string, own = operators) {
  const task = taskMarkdown('reach').replace(/^success: .*$/m, `success: ${success}`);
  const folder = await folderOf({ 'reach.md': task, 'operators.yaml': own });
  const { tasks, mistakes } = await readTasks(folder, 'custom', noPatternCheck);
  const said = mistakes.map((mistake) => describeMistake(mistake).replaceAll(`${folder}${path.sep}`, ''));
  return { contract: tasks[0]?.task.success, said };
}

test('a clause of an own operator becomes what it means, its numbers as numbers, wherever it stands', async () => {
  const meant = {
    kind: 'and',
    children: [
      { kind: 'dom_text', selector: 'h1', contains: '-Goal-2' },
      { kind: 'dom_count', selector: 'h1', op: 'eq', value: 2 },
    ],
  };
  expect(await read('{ kind: goal_shown, heading: Goal, times: 2 }')).toEqual({ contract: meant, said: [] });
  const deep =
    '{ kind: or, children: [{ kind: not, child: { kind: goal_shown, heading: Goal, times: 2 } }, { kind: no_dialog }] }';
  expect(await read(deep)).toEqual({
    contract: { kind: 'or', children: [{ kind: 'not', child: meant }, { kind: 'no_dialog' }] },
    said: [],
  });
});

test.for<[string, string]>([
  ['{ kind: goal_shown, heading: 5, times: 2 }', 'reach.md: success $.heading: must be a string; found 5'],
  ['{ kind: goal_shown, heading: x }', 'reach.md: success $.times: must be a number; found nothing'],
  [
    '{ kind: not, child: { kind: goal_shown, heading: x, times: 1, colour: red } }',
    'reach.md: success $.child.colour: unknown field "colour"; allowed are heading, times',
  ],
  [
    '{ kind: goal_shown, heading: x, times: -1 }',
    'reach.md: success $.children.1.value: must be a whole number of at least 0; found -1',
  ],
])('a clause that is wrong is named with its field: %s', async ([success, line]) => {
  expect((await read(success)).said).toEqual([line]);
});

test.for([
  [
    'url: { summary: x, means: { kind: no_dialog } }',
    'operators.yaml:1:6: url: must be a name that the vocabulary does not have',
  ],
  [
    'a: { summary: x, fields: { b: string }, means: { kind: no_dialog } }',
    'operators.yaml:1:26: a.fields: b must stand in means as {b}',
  ],
  [
    'a: { summary: x, means: { kind: url, pattern: "{b}" } }',
    'operators.yaml:1:25: a.means: {b} must be one of its fields, none',
  ],
  [
    'a: { summary: x, fields: { b: list }, means: {} }',
    'operators.yaml:1:31: a.fields.b: must be one of string, number; found "list"',
  ],
  ['a: { summary: x }', 'operators.yaml:1:4: a.means: must be an object; found nothing'],
  ['a: {', expect.stringMatching(/^operators\.yaml:\d+:\d+: /)],
])('an operators.yaml that is wrong is named with its place: %s', async ([own, line]) => {
  expect((await read('{ kind: no_dialog }', own as string)).said[0]).toEqual(line);
});
