import { expect, test } from 'vitest';
import { Contract } from '../../harness/contract/contract.ts';
import { nothingCollected } from '../../harness/contract/facts.ts';
import { judge } from '../../harness/contract/judge.ts';
import { type DescribedClause, describeContract } from './describe-contract.ts';

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

function names({ name, children }: DescribedClause): string[] {
  return [name, ...children.flatMap(names)];
}
