import path from 'node:path';
import { expect, test } from 'vitest';
import { Contract } from '../../harness/judge/contract.ts';
import { nothingCollected } from '../../harness/judge/facts.ts';
import { judge } from '../../harness/judge/judge.ts';
import type { OutcomeStrip } from '../../harness/publish/board/read-site-history.ts';
import type { Status } from '../../harness/results/records/statuses.ts';
import {
  countWords,
  type DescribedClause,
  describeContract,
  groupTasks,
  limitLines,
  ofProject,
  outcomesOf,
  pathInGroup,
  readTaskPages,
} from './tasks.ts';

test('a project shows the suites that it plays or has played, and all where it names none', async () => {
  const all = await readTaskPages([path.join(import.meta.dirname, '../../tasks')]);
  const suitesOf = (plays: readonly string[] | null, played: readonly string[]) => {
    const { taskFiles, suites } = ofProject(all, plays, played);
    const ofTasks = new Set(taskFiles.map(({ suite }) => suite));
    expect([...suites.keys()].filter((id) => ofTasks.has(id)).sort()).toEqual([...ofTasks].sort());
    return [...suites.keys()].sort();
  };
  expect(suitesOf(['fixtures'], ['webvoyager', 'no longer here'])).toEqual(['fixtures', 'webvoyager']);
  expect(suitesOf(null, ['fixtures'])).toEqual([...all.suites.keys()].sort());
});

const url = { kind: 'url', pattern: '^https://example\\.com/$' };
const text = { kind: 'dom_text', selector: 'h1', contains: 'Example' };

test.each([
  ['a root and', { kind: 'and', children: [url, { kind: 'or', children: [text, { kind: 'no_dialog' }] }] }],
  ['a root or', { kind: 'or', children: [url, { kind: 'not', child: text }] }],
  ['a single clause', text],
])('clauses of %s have the names that verdicts give them', (_, raw) => {
  const contract = Contract.parse(raw);
  const verdict = judge(contract, nothingCollected, () => ({ matched: false }));
  expect(describeContract(contract).flatMap(names)).toEqual(verdict.clauses.map(({ name }) => name));
});

test('a clause says what it wants', () => {
  expect(describeContract(Contract.parse(text))[0]?.words).toBe('h1 contains "Example"');
});

test('changes that a clause counts are listed', () => {
  const changes = [{ table: 'orders', key: '7', changed: { address: 'work' } }];
  const state = Contract.parse({ kind: 'state', host: 'shop.test', changes });
  expect(describeContract(state)).toMatchObject([
    {
      words: 'exactly this change on shop.test, and no change on hosts that the contract does not name',
      listed: ['row 7 changed in table orders, new values: {"address":"work"}'],
    },
  ]);
});

function names({ name, children }: DescribedClause): string[] {
  return [name, ...children.flatMap(names)];
}

const strip = (label: string, statuses: Status[], kind: OutcomeStrip['kind'] = 'baseline'): OutcomeStrip => ({
  standingId: label,
  adapter: label,
  kind,
  label,
  web: 'hermetic',
  trials: 1,
  points: statuses.map((status, trial) => ({
    status,
    trial,
    durationMs: 1,
    sha: '0'.repeat(40),
    date: null,
    runId: 'run',
    startedAt: '2026-01-01T00:00:00.000Z',
    failed: null,
    isOfProject: true,
  })),
});

test('of a template the best solution and the best rules over all its seeds, without what the harness lost', () => {
  const outcomes = new Map([
    [
      'a-s1',
      [strip('keyword', ['failed']), strip('random', ['passed']), strip('oracle', ['passed'], 'oracle')],
    ],
    ['a-s2', [strip('keyword', ['failed']), strip('random', ['failed', 'start_page_failed'])]],
    ['b-s1', [strip('keyword', ['passed'])]],
  ]);
  const of = (superseded: readonly string[]) => outcomesOf(['a-s1', 'a-s2'], outcomes, new Set(superseded));
  expect(of([])).toEqual({
    ceiling: { passed: 1, total: 1, marks: ['whole', 'unplayed'] },
    floor: { passed: 1, total: 2, marks: ['whole', 'never'] },
    agent: null,
  });
  expect(of(['random', 'oracle'])).toMatchObject({ ceiling: null, floor: { passed: 0, total: 2 } });
  expect(outcomesOf(['c-s1'], outcomes, new Set())).toEqual({ ceiling: null, floor: null, agent: null });
  const agents = new Map([['a-s1', [strip('one', ['passed', 'failed'], 'model')]]]);
  expect(outcomesOf(['a-s1'], agents, new Set()).agent?.marks).toEqual(['part']);
});

test('the seeds of a template are one group of all suites, and any other task is one by itself', async () => {
  const { taskFiles } = await readTaskPages([path.join(import.meta.dirname, '../../tasks')]);
  const groups = groupTasks(taskFiles);
  expect(groups.flatMap(({ tasks }) => tasks).length).toBe(taskFiles.length);
  const group = groups.find(({ id }) => id === 'mail-filter');
  const suites = new Set(group?.tasks.map(({ suite }) => suite));
  expect([...suites].sort()).toEqual(['town', 'town-sample']);
  expect(group && pathInGroup(group, 'mail-filter-s1')).toBe('/tasks/mail-filter/#mail-filter-s1');
  const alone = groups.find(({ id }) => id === 'fixture-dialog');
  expect(alone && pathInGroup(alone, 'fixture-dialog')).toBe('/tasks/fixture-dialog/');
});

test('templates of two suites are counted, and limited, suite by suite', async () => {
  const { taskFiles, suites } = await readTaskPages([path.join(import.meta.dirname, '../../tasks')]);
  const groups = groupTasks(taskFiles).filter(({ tasks }) => tasks.some(({ suite }) => suite === 'town'));
  expect(countWords(groups, (id) => id)).toBe('24 templates, 120 tasks of town and 12 tasks of town-sample');
  const lines = groups.map((group) => limitLines(group, suites, (id) => id));
  expect(lines.filter(({ length }) => length === 2)).toHaveLength(12);
  expect(lines.find(({ length }) => length === 2)).toEqual([
    'town: 100 steps, 10 min, $0.50',
    'town-sample: 60 steps, 5 min, $0.50',
  ]);
  expect(lines.find(({ length }) => length === 1)).toEqual(['100 steps, 10 min, $0.50']);
  const plain = groupTasks(taskFiles.filter(({ suite }) => suite === 'webvoyager'));
  expect(countWords(plain, (id) => id)).toBe(`${plain.length} tasks`);
});
