import { expect, test } from 'vitest';
import { folderOf } from '../testing/folder-of.ts';
import { suiteYaml, taskMarkdown } from '../testing/suite-files.ts';
import { readSuites } from './read-suites.ts';
import { describeMistake, noPatternCheck, readTasks } from './read-tasks.ts';

const state = { kind: 'state', host: 'shop.test', changes: [] };
const answer = { kind: 'answer', type: 'integer', value: 3 };
const network = { kind: 'network', url_pattern: '/x', status_in: [200] };
const text = { kind: 'dom_text', contains: 'x' };

const spec = (more: object) => ({
  id: 'a-task',
  title: 'A',
  goal: 'Do it.',
  startUrl: 'https://shop.test/',
  maxSteps: 5,
  maxDurationMs: 1000,
  verify: 'state',
  success: { kind: 'and', children: [state, answer, { kind: 'not', child: network }] },
  ...more,
});

async function mistakesOf(more: object) {
  const folder = await folderOf({ 'a-task.json': JSON.stringify(spec(more)) });
  const { mistakes } = await readTasks(folder, 'custom', noPatternCheck);
  return mistakes.map(({ field, message }) => `${field}: ${message}`);
}

test('state, answer and network, joined as one likes, are judged by state', async () => {
  expect(await mistakesOf({})).toEqual([]);
});

test.each([
  [
    { success: { kind: 'or', children: [state, text] } },
    'success $.children.1.kind: must be one of state, answer, network, and, or, not where verify is state; found "dom_text"',
  ],
  [{ judge: 'each_step' }, 'judge: must be end where verify is state; found "each_step"'],
  [{ verify: 'reload', success: answer }, 'success $.kind: needs verify: state; found answer with reload'],
  [
    { verify: 'live', success: { kind: 'not', child: state } },
    'success $.child.kind: needs verify: state; found state with live',
  ],
  [{ success: { ...answer, value: 'three' } }, 'success $.value: must be a whole number; found "three"'],
  [
    { success: { ...state, changes: [{ table: 'orders' }] } },
    'success $.changes.0: must have one of added, removed, changed; found an object',
  ],
  [
    { success: { ...state, changes: [{ table: 'drafts', added: {} }], ignore: ['drafts'] } },
    'success $.changes.0.table: must be no table that is ignored; found "drafts"',
  ],
  [
    { success: { ...state, changes: [{ table: 'orders', added: { note: { pattern: '(' } } }] } },
    'success $.changes.0.added.note: must be a JavaScript regular expression',
  ],
])('%j is a mistake of the file', async (more, mistake) => {
  const [found = '', ...others] = await mistakesOf(more);
  expect(others).toEqual([]);
  expect(found).toContain(mistake);
});

test('a pattern deep in a change is checked as every other', async () => {
  const changes = [{ table: 'orders', added: { lines: { matches: [{ note: { pattern: 'bad' } }] } } }];
  const folder = await folderOf({ 'a-task.json': JSON.stringify(spec({ success: { ...state, changes } })) });
  const check = (pattern: string) => (pattern === 'bad' ? 'must not be bad' : null);
  const { mistakes } = await readTasks(folder, 'custom', check);
  expect(mistakes.map(({ message }) => message)).toEqual(['must not be bad; found "bad"']);
});

test('a suite of the vocabulary openchrome refuses such clauses', async () => {
  const folder = await folderOf({
    's/suite.yaml': suiteYaml('s', { tasks: ['a-task', 'b-task'], hosts: ['shop.test'] }),
    's/a-task.json': JSON.stringify(spec({})),
    's/b-task.md': taskMarkdown('b-task', 'https://shop.test/'),
  });
  const { mistakes } = await readSuites(folder, noPatternCheck);
  const said = mistakes.map((mistake) => describeMistake(mistake).replace(`${folder}/`, ''));
  expect(said).toEqual([
    's/a-task.json: success: must have no clause that the vocabulary openchrome does not have; found state, answer',
  ]);
});
