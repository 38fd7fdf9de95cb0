import { expect, test } from 'vitest';
import { digest } from '../platform/digest.ts';
import { plainMatch } from '../testing/arbitrary-contracts.ts';
import { Contract } from './contract.ts';
import { type Facts, nothingCollected } from './facts.ts';
import { judge } from './judge.ts';
import { judgeVersion } from './judge-version.ts';
import { operators } from './operators/index.ts';

/** Version -> digest of what that judge decides of the cases below. A new digest needs a new version. */
const pinned: Record<number, { openchrome: string; town: string }> = {
  // The clauses decide as they did for 1; what differs is what is observed, and how often.
  2: {
    openchrome: '64d3e07503920aabc9d196554a4c5d580da8f02db9e1747009e9e2545a70c958',
    town: '98a25b501628b343eb41656c00a379f7b7f42ab5cda8e781a4730616804e35f5',
  },
};

const page: Partial<Facts> = {
  url: 'https://a.test/page?q=1#part',
  texts: {
    h1: { found: true, length: 11, pieces: ['Hello World'] },
    body: { found: true, length: 30, pieces: ['Hello World and\u00a0more of 330 m'] },
    '.gone': { found: false },
    'h1[': { error: 'invalid selector' },
  },
  counts: { li: { count: 3 }, '.gone': { count: 0 }, 'h1[': { error: 'invalid selector' } },
  requests: [
    { url: 'https://a.test/early', status: 200, atMs: 5 },
    { url: 'https://a.test/late', status: 500, atMs: 50 },
    { url: 'https://a.test/open', status: null, atMs: 60 },
  ],
  marks: { contract_enter: 5, last_tool_call: 50 },
};

const hello = { kind: 'dom_text', selector: 'h1', contains: 'Hello' };
const bye = { kind: 'dom_text', selector: 'h1', contains: 'Bye' };
const undecided = { kind: 'dom_text', selector: 'h1[', contains: 'Hello' };
const network = (url_pattern: string, status: number, since: string) => ({
  kind: 'network',
  url_pattern,
  status_in: [status],
  since,
});

const contracts: unknown[] = [
  { kind: 'and', children: [hello, bye] },
  { kind: 'and', children: [undecided, bye] },
  { kind: 'and', children: [undecided, hello] },
  { kind: 'or', children: [undecided, hello] },
  { kind: 'or', children: [undecided, bye] },
  { kind: 'or', children: [bye, bye] },
  { kind: 'not', child: bye },
  { kind: 'not', child: hello },
  { kind: 'not', child: undecided },
  { kind: 'and', children: [hello, { kind: 'or', children: [bye, { kind: 'not', child: hello }] }] },
  { kind: 'url', pattern: '^https://a\\.test/page\\?q=1#part$' },
  { kind: 'url', pattern: '^https://a\\.test/page$' },
  { kind: 'dom_text', contains: 'and more' },
  { kind: 'dom_text', contains: 'hello' },
  { kind: 'dom_text', selector: '.gone', contains: 'x' },
  ...['eq', 'gte', 'lte'].flatMap((op) =>
    [2, 3, 4].map((value) => ({ kind: 'dom_count', selector: 'li', op, value })),
  ),
  { kind: 'dom_count', selector: '.gone', op: 'eq', value: 0 },
  network('/early$', 200, 'contract_enter'),
  network('/early$', 200, 'last_tool_call'),
  network('/late$', 500, 'last_tool_call'),
  network('/late$', 200, 'last_tool_call'),
  network('/open$', 200, 'contract_enter'),
  network('a.test/(', 200, 'contract_enter'),
  { kind: 'no_dialog' },
];

test('a judge that decides otherwise has another version', () => {
  const decided = contracts.map((raw) => decide(raw, page));
  const examplesOf = (vocabulary: 'town' | undefined) =>
    operators.flatMap((operator) =>
      'fields' in operator && operator.vocabulary === vocabulary
        ? [operator.holds, operator.fails, operator.undecided].map(([fields, facts]) =>
            decide({ kind: operator.kind, ...fields }, facts),
          )
        : [],
    );
  expect({
    openchrome: digest([...decided, ...examplesOf(undefined)]),
    town: digest(examplesOf('town')),
  }).toEqual(pinned[judgeVersion]);
});

function decide(raw: unknown, facts: Partial<Facts>) {
  const { outcome, clauses, failed } = judge(
    Contract.parse(raw),
    { ...nothingCollected, ...facts },
    plainMatch,
  );
  return [outcome, clauses.map((clause) => [clause.name, clause.outcome]), failed?.name ?? null];
}
