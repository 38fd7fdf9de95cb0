import path from 'node:path';
import { expect, test } from 'vitest';
import { Contract } from '../../harness/judge/contract.ts';
import { nothingCollected } from '../../harness/judge/facts.ts';
import { judge } from '../../harness/judge/judge.ts';
import { type DescribedClause, describeContract, ofProject, readTaskPages } from './tasks.ts';

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
      words: 'this change on shop.test, no other, and none on a host that no clause names',
      listed: ['orders 7 changed {"address":"work"}'],
    },
  ]);
});

function names({ name, children }: DescribedClause): string[] {
  return [name, ...children.flatMap(names)];
}
