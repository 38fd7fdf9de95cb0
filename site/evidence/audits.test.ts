import { expect, test } from 'vitest';
import { exampleAudit, exampleAuditedTask } from '../../harness/results/examples/example-audit.ts';
import type { AcceptedEndsRecord } from '../../harness/results/records/audit-record.ts';
import {
  auditAnchor,
  auditedTasks,
  controlEnds,
  editionWords,
  evidenceFigures,
  recordCommits,
  tamperedEnds,
  taskAudit,
} from './audits.ts';
import { simulatedBounds, wantedWords } from './simulated-bounds.ts';

const recorded = exampleAudit({
  tasks: [
    exampleAuditedTask({ wrong: { mutations: { played: 0, made: 4, passed: 1 } } }),
    exampleAuditedTask({ task: 'b', ends: { noop: 'failed', spoof: 'passed' }, attacks: ['spoof'] }),
  ],
});
const town = exampleAudit({
  suite: 'town',
  server: { id: 'other', title: 'Other', package: null, version: '2' },
  tasks: [
    exampleAuditedTask({
      task: 'mail-s1',
      ends: { noop: 'failed' },
      attacks: [],
      right: { oracle: { played: 1, passed: 1 }, 'other-ways': { played: 2, passed: 1 } },
      wrong: {
        'near-misses': { played: 3, made: 0, passed: 0 },
        'made-misses': { played: 0, made: 9, passed: 2, kinds: 4 },
      },
    }),
  ],
});
const acceptedEnds: AcceptedEndsRecord = {
  ...{ schema: 'contract-bench.right-ends.v1', sha: null, at: '2026-11-24T00:00:00.000Z' },
  tasks: [{ task: 'a', played: 8, believed: 7 }],
  refused: [],
};
const audits = { records: [recorded, town], rightEnds: acceptedEnds };

test('the first figures are sums over all audits; what was played and what was made are apart', () => {
  expect(evidenceFigures(audits)).toEqual([
    { anchor: 'controls', words: 'Attacks that did not pass', found: 2, of: 3, marks: ['held', 'open'] },
    {
      anchor: 'controls',
      words: 'Recordings and reference solutions that passed',
      found: 3,
      of: 3,
      marks: ['held', 'held', 'held'],
    },
    {
      anchor: 'noticed',
      words: 'Changed facts and weakened contracts that were detected',
      found: 7,
      of: 8,
      marks: ['open', 'held'],
    },
    {
      anchor: 'templates',
      words: 'Near misses in a browser that did not pass',
      found: 3,
      of: 3,
      marks: ['held'],
    },
    {
      anchor: 'templates',
      words: 'End states with one wrong fact that were rejected',
      found: 7,
      of: 9,
      marks: ['open'],
    },
    { anchor: 'templates', words: 'Other correct solutions that passed', found: 1, of: 2, marks: ['open'] },
    { anchor: 'noticed', words: 'Correct end states that were accepted', found: 7, of: 8, marks: ['open'] },
  ]);
  expect(evidenceFigures({ records: [], rightEnds: null })).toEqual([]);
});

test('an audit is named with its edition, and with the current one if that is another', () => {
  const words = (...editions: number[]) =>
    editionWords(
      editions.map((edition) => ({ suite: 'web', edition })),
      () => 'Web-10',
      () => 2,
    );
  expect(words()).toBe('');
  expect(words(2, 2)).toBe('Web-10, edition 2');
  expect(words(1)).toBe('Web-10, edition 1 (now 2)');
});

test('the page of a task has what every audit found of it, or of its template on the seed that was played', () => {
  expect(taskAudit(audits, { id: 'a', templateId: undefined })).toEqual({
    seed: null,
    editions: [1],
    lines: [
      ['Attacks that did not pass on Playwright MCP', '2 of 2'],
      ['Recordings and reference solutions that passed on Playwright MCP', '1 of 1'],
      ['Changed facts and weakened contracts that were detected on Playwright MCP', '3 of 4'],
      ['Correct end states that were accepted', '7 of 8'],
    ],
  });
  const made = taskAudit(audits, { id: 'mail-s4', templateId: 'mail' });
  expect(made?.seed).toBe(1);
  expect(made?.lines).toContainEqual([
    'End states with one wrong fact that were rejected on Other',
    '7 of 9',
  ]);
  expect(taskAudit(audits, { id: 'mail-more-s1', templateId: 'mail-more' })).toBeNull();
  expect(taskAudit(audits, { id: 'newer', templateId: undefined })).toBeNull();
});

test('of each control the ends are counted by server; what is not applicable and what was not played are told apart', () => {
  const lacking = {
    control: 'fulfil',
    does: 'it',
    lacks: 'no session',
    played: 0,
    made: 0,
    attacks: 0,
    passed: 0,
  };
  const { servers, controls } = controlEnds([
    { ...recorded, controls: [...recorded.controls, lacking] },
    town,
  ]);
  expect(servers).toEqual([
    ['other', 'Other'],
    ['playwright', 'Playwright MCP'],
  ]);
  const of = (control: string) => controls.find((each) => each.control === control)?.cells;
  expect(controls.map(({ control }) => control)).toEqual(['noop', 'spoof', 'storage', 'fulfil']);
  expect(of('noop')).toEqual([
    {
      ...{ lacks: null, passed: 0, played: 1, attacks: 0, ends: [{ end: 'failed', count: 1 }] },
      strips: [{ suite: 'town', anchor: 'town-on-other', marks: [null] }],
    },
    {
      ...{ lacks: null, passed: 0, played: 2, attacks: 0, ends: [{ end: 'failed', count: 2 }] },
      strips: [{ suite: recorded.suite, anchor: auditAnchor(recorded), marks: [null, null] }],
    },
  ]);
  expect(of('spoof')?.at(-1)).toMatchObject({ passed: 1, attacks: 2 });
  expect(of('fulfil')).toEqual([
    { lacks: null, passed: 0, played: 0, attacks: 0, ends: [], strips: [] },
    { lacks: 'no session', passed: 0, played: 0, attacks: 0, ends: [], strips: [] },
  ]);
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

test('a bound stands in the order of the columns, each under its name where they differ', () => {
  const one = (difficulty: 'varied' | 'equal', value: number | null) => ({
    difficulty,
    unit: 'share' as const,
    required: value === null ? null : { bound: 'at least' as const, value },
  });
  const columns = ['equal', 'varied'];
  expect(wantedWords([one('varied', 0.93), one('equal', 0.9)], columns)).toBe(
    'equal: at least 90.0\u00a0%; varied: at least 93.0\u00a0%',
  );
  expect(wantedWords([one('varied', 0.9), one('equal', 0.9)], columns)).toBe('at least 90.0\u00a0%');
  expect(wantedWords([one('equal', null)], columns)).toBeNull();
});

test('attempts that ended as tampered are counted of all that were played', () => {
  const ends = { noop: 'failed', spoof: 'tampered', fulfil: 'cannot' } as const;
  expect(tamperedEnds([exampleAudit({ tasks: [exampleAuditedTask({ ends })] })])).toEqual({
    found: 1,
    of: 2,
  });
  expect(tamperedEnds([])).toBeNull();
});

test('of each suite the audited tasks are counted, with their seeds; a suite without an audit has none', () => {
  const task = (suite: string, id: string, seed?: number) => ({ suite, task: { id, ...(seed && { seed }) } });
  const files = [
    task('town', 'mail-s1', 1),
    task('town', 'mail-s2', 2),
    task('fixtures', 'a'),
    task('gym', 'g-s1', 1),
  ];
  expect(auditedTasks([recorded, town], files)).toEqual([
    { suite: 'fixtures', found: 1, of: 1, seeds: [] },
    { suite: 'gym', found: 0, of: 1, seeds: [] },
    { suite: 'town', found: 1, of: 2, seeds: [1] },
  ]);
});

test('each kind of record has the commits that it was measured at', () => {
  const kinds = { Costs: [{ sha: 'b' }, { sha: 'a' }, { sha: 'b' }], Audits: [{ sha: null }] };
  expect(recordCommits(kinds)).toEqual([['Costs', ['b', 'a']]]);
});
