import { expect, test } from 'vitest';
import { readTaskPages } from '../history/tasks.ts';
import { type AuditTables, auditTables } from './audit-tables.ts';
import { docSectionHtml } from './doc-section.ts';
import { evidenceFigures } from './figures.ts';
import { simulatedBounds } from './simulated-bounds.ts';
import { suiteAudit } from './suite-audit.ts';
import { taskAudit } from './task-audit.ts';

const tables = auditTables(`<!-- controls: w -->
| control | does |
|---|---|
| \`noop\` | nothing |
| \`spoof\` | forges |
<!-- /controls -->
<!-- outcomes: w -->
| adapter | one | two |
|---|---|---|
| \`noop\` | failed 2 | failed 2 |
| \`spoof\` | tampered 1, passed 1 | cannot 2 |
| \`replay\` | passed 2 | passed 2 |
<!-- /outcomes -->
<!-- mutations: w -->
| task | noticed | of |
|---|---:|---:|
| a | 3 | 4 |
| all | 3 | 4 |
<!-- /mutations -->
<!-- templates: w -->
| instance | other ways passed | kinds of miss |
|---|---|---|
| \`mail-s1\` | 1 of 2 | 4 |
| \`shop-s1\` | 2 of 2 | 5 |
<!-- /templates -->
`);
const none: AuditTables = { outcomes: null, mutations: null, rightEnds: null, templates: null };

test('the first figures are sums of the tables; attacks that never came about are left out', () => {
  expect(evidenceFigures(tables)).toEqual([
    { anchor: 'controls', words: 'Attempts of controls that did not pass', found: 5, of: 6 },
    { anchor: 'noticed', words: 'Wrong pages and contracts noticed', found: 3, of: 4 },
    { anchor: 'templates', words: 'Town: other ways passed', found: 3, of: 4 },
  ]);
  expect(evidenceFigures(none)).toEqual([]);
});

test('of a task its page says what every table says, and nothing where none knows it', () => {
  expect(taskAudit(tables, { id: 'a', templateId: undefined }, 2)).toEqual({
    seed: null,
    lines: [
      ['Controls that did not pass on one', '1 of 2; of spoof the table does not say'],
      ['Controls that did not pass on two', '1 of 2; of spoof the table does not say'],
      ['Wrong pages and contracts noticed', '3 of 4'],
    ],
  });
  expect(taskAudit(tables, { id: 'a', templateId: undefined }, 3)?.lines).toHaveLength(1);
  expect(taskAudit(tables, { id: 'newer', templateId: undefined }, 2)).toBeNull();
  expect(taskAudit(tables, { id: 'mail-s4', templateId: 'mail' }, 2)).toEqual({
    seed: 1,
    lines: [
      ['Other ways passed', '1 of 2'],
      ['Kinds of miss', '4'],
    ],
  });
  expect(taskAudit(none, { id: 'a', templateId: 'mail' }, 2)).toBeNull();
});

test('of each simulated claim the case with the least room is shown', () => {
  const one = (claim: string, value: number, bound: 'at least' | 'at most', wanted: number | null) => ({
    claim,
    tasks: 1,
    trials: 1,
    rows: null,
    commits: null,
    difficulty: 'equal' as const,
    seeds: 20,
    unit: 'share' as const,
    value,
    width: null,
    required: wanted === null ? null : { bound, value: wanted },
  });
  const cases = [
    one('holds', 0.97, 'at least', 0.95),
    one('holds', 0.93, 'at least', 0.9),
    one('holds', 0.96, 'at least', 0.95),
    one('holds', 0.1, 'at least', null),
    one('false', 0.02, 'at most', 0.05),
    one('false', 0.06, 'at most', 0.05),
    one('told only', 0.5, 'at least', null),
  ];
  expect(simulatedBounds({ cases })).toEqual([
    { claim: 'holds', cases: 3, bound: 'at least', unit: 'share', value: 0.96, wanted: 0.95 },
    { claim: 'false', cases: 2, bound: 'at most', unit: 'share', value: 0.06, wanted: 0.05 },
  ]);
});

test('a part of a document ends with the next heading as high', () => {
  const html =
    '<h2 id="a">A</h2><p>1</p><h3 id="b">B</h3><p>2</p><h3 id="c">C</h3><p>3</p><h2 id="d">D</h2><p>4</p>';
  expect(docSectionHtml(html, 'a')).toBe('<p>1</p><h3 id="b">B</h3><p>2</p><h3 id="c">C</h3><p>3</p>');
  expect(docSectionHtml(html, 'b')).toBe('<p>2</p>');
  expect(docSectionHtml(html, 'd')).toBe('<p>4</p>');
  expect(docSectionHtml(html, 'e')).toBeNull();
});

test('of a suite the audits are told where they speak of all its tasks', async () => {
  const { taskFiles, suites } = await readTaskPages('tasks');
  const recorded = taskFiles.filter(({ suite }) => !suites.get(suite)?.templates).length;
  const of = (audit: AuditTables, suite: string) => suiteAudit(audit, suite, { taskFiles, recorded });
  const tasks = taskFiles.filter(({ suite }) => suite === 'fixtures');
  const tally = {
    tasks: tasks.map(({ task: { id } }) => ({ id, found: 1, of: 2 })),
    found: 0,
    of: 0,
    rest: '',
  };
  const end = (status: 'failed' | 'passed', count: number) => [{ status, unconfined: false, count }];
  const controls = (...ends: ReturnType<typeof end>[]) => ({
    servers: ['one'],
    adapters: ends.map((each, at) => ({ id: String(at), does: 'it', ends: new Map([['one', each]]) })),
  });
  const red = controls(end('failed', recorded), end('failed', recorded));
  expect(of({ ...none, mutations: tally, outcomes: red }, 'fixtures')).toEqual({
    suite: 'fixtures',
    cheats: { found: 0, of: 2 * tasks.length },
    wrong: { found: tasks.length, of: 2 * tasks.length },
    anchor: 'noticed',
  });
  const green = controls(end('failed', recorded), [...end('failed', recorded - 1), ...end('passed', 1)]);
  const few = { ...tally, tasks: tally.tasks.slice(1) };
  expect(of({ ...none, mutations: few, outcomes: green }, 'fixtures')).toMatchObject({
    cheats: null,
    wrong: null,
  });
  const cells = [
    { column: 'All misses failed', found: 3, of: 4 },
    { column: 'Controls that did not pass', found: 5, of: 6 },
  ];
  const ids = new Set(taskFiles.flatMap(({ suite, task }) => (suite === 'town' && task.templateId) || []));
  const templates = [...ids].map((id) => ({ id, seed: 1, cells }));
  expect(of({ ...none, templates }, 'town')).toEqual({
    suite: 'town',
    cheats: { found: ids.size, of: 6 * ids.size },
    wrong: { found: 3 * ids.size, of: 4 * ids.size },
    anchor: 'templates',
  });
  expect(of({ ...none, templates: templates.slice(1) }, 'town')).toMatchObject({ cheats: null, wrong: null });
  expect(of(none, 'town')).toEqual({ suite: 'town', cheats: null, wrong: null, anchor: 'templates' });
});
