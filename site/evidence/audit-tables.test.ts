import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { adaptersOf } from '../../harness/agents/index.ts';
import { auditTables } from './audit-tables.ts';
import { controlAttempts, heldControls } from './held-controls.ts';

const part = (name: string, ...lines: string[]) =>
  `<!-- ${name}: written -->\n\n${lines.join('\n')}\n<!-- /${name} -->\n`;
const controls = part(
  'controls',
  '| control | does |',
  '|---|---|',
  '| `noop` | says done |',
  '| `spoof` | writes \\| it |',
);
const outcomes = (...rows: string[]) =>
  part('outcomes', '| adapter | one | two |', '|---|---|---|', '| `replay` | passed 3 | passed 3 |', ...rows);
const mutations = (all: string, ...rows: string[]) =>
  part('mutations', '| task | noticed | of |', '|---|---:|---:|', ...rows, all, '', 'None survives.', '');

test('the tables of the committed document are read whole', () => {
  const { outcomes, mutations, rightEnds, templates } = auditTables(readFileSync('docs/validity.md', 'utf8'));
  const ids = adaptersOf('control').map(({ id }) => id);
  expect(outcomes?.adapters.filter(({ does }) => does !== null).map(({ id }) => id)).toEqual(ids);
  expect(outcomes?.adapters.filter(({ does }) => does === null).map(({ id }) => id)).toEqual(['replay']);
  expect(mutations?.of).toBeGreaterThan(mutations?.tasks.length ?? Infinity);
  expect(rightEnds?.tasks.map(({ id }) => id)).toEqual(mutations?.tasks.map(({ id }) => id).toSorted());
  expect(templates?.every(({ cells }) => cells.at(-1)?.of === ids.length)).toBe(true);
});

test('counts, what cannot be played and what was not are told apart', () => {
  const text =
    controls +
    outcomes('| `noop` | failed 3 | not applicable |', '| `spoof` | tampered 2, failed, unconfined 1 |  |');
  const adapters = auditTables(text).outcomes?.adapters ?? [];
  expect(adapters.map(({ does }) => does)).toEqual([null, 'says done', 'writes | it']);
  expect([...(adapters[1]?.ends ?? [])]).toEqual([
    ['one', [{ status: 'failed', unconfined: false, count: 3 }]],
    ['two', null],
  ]);
  expect([...(adapters[2]?.ends ?? [])]).toEqual([
    [
      'one',
      [
        { status: 'tampered', unconfined: false, count: 2 },
        { status: 'failed', unconfined: true, count: 1 },
      ],
    ],
  ]);
  expect(controlAttempts(auditTables(text))).toEqual({ played: 6, passed: 0, cannot: 0 });
});

test('of each task the controls are told only where none passed and every task was played', () => {
  const held = (spoof: string, tasks: number) =>
    heldControls(
      auditTables(controls + outcomes('| `noop` | failed 3 |  |', `| \`spoof\` | ${spoof} |  |`)),
      tasks,
    );
  expect(held('tampered 3', 3)).toEqual([{ server: 'one', held: 2, of: 2, unsure: [] }]);
  expect(held('tampered 2, passed 1', 3)).toEqual([{ server: 'one', held: 1, of: 2, unsure: ['spoof'] }]);
  expect(held('tampered 2, cannot 1', 3)).toEqual([{ server: 'one', held: 1, of: 2, unsure: ['spoof'] }]);
  expect(held('tampered 2', 3)).toEqual([]);
  expect(held('tampered 3', 4)).toEqual([]);
});

test('a document without a table, or with none written yet, has none', () => {
  const none = { outcomes: null, mutations: null, rightEnds: null, templates: null };
  expect(auditTables('# Why\n')).toEqual(none);
  expect(auditTables(part('mutations'))).toEqual(none);
  expect(heldControls(none, 3)).toEqual([]);
  expect(controlAttempts(none)).toEqual({ played: 0, passed: 0, cannot: 0 });
});

test('what stands below a table is kept: the mutations that nobody noticed', () => {
  const { mutations: found } = auditTables(mutations('| all | 3 | 4 |', '| a | 1 | 1 |', '| b | 2 | 3 |'));
  expect(found).toEqual({
    tasks: [
      { id: 'a', found: 1, of: 1 },
      { id: 'b', found: 2, of: 3 },
    ],
    found: 3,
    of: 4,
    rest: 'None survives.',
  });
});

test.for([
  ['sums that are others', mutations('| all | 4 | 4 |', '| a | 1 | 1 |', '| b | 2 | 3 |'), 'found "all 4 4"'],
  ['no sums', mutations('| b | 2 | 3 |', '| a | 1 | 1 |'), 'a last row "all"'],
  ['no number', mutations('| all | 1 | 1 |', '| a | one | 1 |'), 'a count; found "one"'],
  [
    'other columns',
    mutations('', '').replace('noticed', 'seen'),
    'task | noticed | of; found "task | seen | of"',
  ],
  ['a cell more', outcomes('| `noop` | failed 3 | failed 3 | failed 3 |'), 'each row must have 3 cells'],
  ['no status', outcomes('| `noop` | defeated 3 |  |'), 'Invalid option'],
  ['no count', outcomes('| `noop` | failed |  |'), 'statuses with counts; found "failed"'],
  ['no rule', part('outcomes', '| adapter | one |', '| `noop` | failed 3 |'), 'a head and a rule'],
  ['two tables', part('outcomes', '| adapter |', '|---|', '', '| other |'), 'must be one table'],
  ['no end', '<!-- outcomes: written -->\n| adapter |', 'must end with <!-- /outcomes -->'],
  ['no instance', part('templates', '| instance | n |', '|---|---|', '| `mail` | 1 |'), 'id of an instance'],
  ['no share', part('templates', '| instance | n |', '|---|---|', '| `mail-s1` | all |'), 'found "all"'],
] as const)('a table of another shape is refused: %s', ([, text, message]) => {
  expect(() => auditTables(text)).toThrow(message);
});
