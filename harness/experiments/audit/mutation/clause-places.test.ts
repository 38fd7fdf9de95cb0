import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Contract } from '../../../judge/contract.ts';
import { type Facts, nothingCollected } from '../../../judge/facts.ts';
import { judge } from '../../../judge/judge.ts';
import { hammingDistance } from '../../../judge/pictures/perceptual-hash.ts';
import { plainMatch, someContract, someFacts } from '../../../testing/arbitrary-contracts.ts';
import { placesOf, replaceAt } from './clause-places.ts';
import { mutateFacts } from './mutation-score.ts';

const leaf = (pattern: string) => ({ kind: 'url', pattern });
const contract = Contract.parse({
  kind: 'and',
  children: [leaf('a'), { kind: 'or', children: [leaf('b')] }, { kind: 'not', child: leaf('c') }],
});

test('a clause has the name that it has in a verdict', () => {
  fc.assert(
    fc.property(someContract, someFacts, (some, facts) => {
      const named = placesOf(some).map(({ name }) => name);
      const judged = judge(some, facts, plainMatch).clauses.map(({ name }) => name);
      expect(named).toEqual(some.kind === 'and' ? ['postconditions (and)', ...judged] : judged);
    }),
  );
});

test('a place leads to its clause: putting it back changes nothing', () => {
  fc.assert(
    fc.property(someContract, (some) => {
      for (const { clause, at } of placesOf(some)) expect(replaceAt(some, at, clause)).toEqual(some);
    }),
  );
});

describe('dropping', () => {
  const at = (name: string) => placesOf(contract).find((place) => place.name === name)?.at ?? [];

  test('an only child removes its parents too', () => {
    const kept = replaceAt(contract, at('postconditions[1].children[0] (url match)'), null);
    expect(kept).toMatchObject({ children: [{ kind: 'url' }, { kind: 'not' }] });
    const all = replaceAt(Contract.parse({ kind: 'not', child: leaf('a') }), [0], null);
    expect(all).toBeNull();
  });

  test('a clause removes its children too', () => {
    const dropped = replaceAt(contract, at('postconditions[2] (not)'), null);
    expect(dropped).toMatchObject({ children: [{ kind: 'url' }, { kind: 'or' }] });
  });
});

test('a choice is an `or`, or an `and` that must fail', () => {
  const some = Contract.parse({
    kind: 'and',
    children: [
      { kind: 'or', children: [leaf('a'), leaf('b')] },
      { kind: 'not', child: { kind: 'and', children: [leaf('c'), { kind: 'not', child: leaf('d') }] } },
    ],
  });
  const choices = placesOf(some).map(({ clause, wanted, choices }) => [
    'pattern' in clause ? clause.pattern : clause.kind,
    wanted,
    choices.map(({ wanted: ofChoice }) => ofChoice),
  ]);
  expect(choices).toEqual([
    ['and', true, []],
    ['or', true, []],
    ['a', true, [true]],
    ['b', true, [true]],
    ['not', true, []],
    ['and', false, []],
    ['c', false, [false]],
    ['not', false, [false]],
    ['d', true, [false]],
  ]);
});

const page: Facts = {
  ...nothingCollected,
  url: 'https://a.test/x',
  texts: {
    h1: { found: true, length: 90, pieces: ['Height', 'of 330 m, 330 m'] },
    '.gone': { found: false },
  },
  counts: { li: { count: 2 }, '.gone': { count: 0 } },
  requests: [
    { url: 'https://a.test/submit', status: 200, atMs: 20 },
    { url: 'https://a.test/submit', status: 201, atMs: 30 },
    { url: 'https://a.test/submit', status: 404, atMs: 40 },
  ],
  marks: { contract_enter: 0, last_tool_call: 10 },
  screenshot: { hash: '00000000000000ff' },
  screenshotClasses: { thanks: { '1.png': '00000000000000f0', '2.png': '0000000000000fff' } },
};

const mutants = (clause: unknown, facts = page) =>
  Object.fromEntries(
    mutateFacts(Contract.parse(clause), facts, plainMatch).map((mutant) => [
      mutant.name.replace(/^.*\): /, ''),
      mutant.facts,
    ]),
  );
const status = (facts: Facts | undefined) => facts?.requests?.map((request) => request.status);

test('url: the address and nothing else', () => {
  const { 'other host': mutant } = mutants({ kind: 'url', pattern: '^https://a\\.test/x$' });
  expect(mutant).toEqual({ ...page, url: 'https://elsewhere.test/x' });
});

test('dom_text: near misses in every place, and the text elsewhere on the page', () => {
  const found = mutants({ kind: 'dom_text', selector: 'h1', contains: '330 m' });
  expect(Object.keys(found)).toEqual([
    'last character changed',
    'first character changed',
    'case changed',
    'elsewhere on the page only',
  ]);
  expect(found['case changed']?.texts.h1).toEqual({
    found: true,
    length: 90,
    pieces: ['Height', 'of 330 M, 330 M'],
  });
  const { h1, body } = found['elsewhere on the page only']?.texts ?? {};
  expect(h1).toMatchObject({ pieces: ['Height', 'of 330 x, 330 x'] });
  expect(body).toEqual({ found: true, length: 5, pieces: ['330 m'] });
});

test('dom_text on the body: a near miss there is also in the elements', () => {
  const body = { found: true as const, length: 30, pieces: ['A height of 330 m'] };
  const facts = { ...page, texts: { ...page.texts, body } };
  const found = mutants({ kind: 'dom_text', contains: '330 m' }, facts);
  expect(Object.keys(found)).toHaveLength(3);
  expect(found['last character changed']?.texts).toMatchObject({
    h1: { pieces: ['Height', 'of 330 x, 330 x'] },
    body: { pieces: ['A height of 330 x'] },
  });
});

test.each([
  ['eq', 2, { 'one too many': 3, 'one too few': 1 }],
  ['gte', 2, { 'one too few': 1 }],
  ['lte', 3, { 'one too many': 4 }],
  ['gte', 0, {}],
])('dom_count %s %i: %j', (op, value, counts) => {
  const found = mutants({ kind: 'dom_count', selector: 'li', op, value });
  expect(Object.keys(found)).toEqual(Object.keys(counts));
  for (const [name, count] of Object.entries(counts)) expect(found[name]?.counts.li).toEqual({ count });
});

test('dom_count eq 0: only more is off by one', () => {
  const found = mutants({ kind: 'dom_count', selector: '.gone', op: 'eq', value: 0 });
  expect(Object.keys(found)).toEqual(['one too many']);
});

test('network: every request that passes has another status, or another URL', () => {
  const clause = { kind: 'network', url_pattern: '/submit$', status_in: [200, 201] };
  const found = mutants(clause);
  expect(status(found['status 500'])).toEqual([500, 500, 404]);
  expect(found['request with longer path']?.requests?.map(({ url }) => url)).toEqual([
    'https://a.test/submitx',
    'https://a.test/submitx',
    'https://a.test/submit',
  ]);
  expect(Object.keys(found)).not.toContain('before the last tool call');
});

test('network: a wanted 500 becomes 200', () => {
  const requests = [{ url: 'https://a.test/submit', status: 500, atMs: 20 }];
  const found = mutants({ kind: 'network', url_pattern: 'submit', status_in: [500] }, { ...page, requests });
  expect(status(found['status 200'])).toEqual([200]);
});

test.each([10, 0])(
  'network since the last tool call (at %i): the request was before it',
  (last_tool_call) => {
    const clause = { kind: 'network', url_pattern: 'submit', status_in: [200], since: 'last_tool_call' };
    const facts = { ...page, marks: { contract_enter: 0, last_tool_call } };
    const early = mutants(clause, facts)['before the last tool call'] ?? nothingCollected;
    const since = (mark: string) =>
      judge(Contract.parse({ ...clause, since: mark }), early, plainMatch).outcome;
    expect([since('last_tool_call'), since('contract_enter')]).toEqual(['failed', 'passed']);
  },
);

test('screenshot_class: far away, and one bit too far from every exemplar', () => {
  const found = mutants({ kind: 'screenshot_class', class_id: 'thanks', distance_max: 6 });
  expect(found['screenshot far away']?.screenshot).toEqual({ hash: 'ffffffffffffff00' });
  const { screenshot } = found['screenshot one bit too far'] ?? {};
  const hash = screenshot !== undefined && 'hash' in screenshot ? screenshot.hash : '';
  const distances = Object.values(page.screenshotClasses?.thanks ?? {}).map((exemplar) =>
    hammingDistance(hash, exemplar),
  );
  expect(Math.min(...distances)).toBe(7);
});

test('no_dialog: a dialog is open', () => {
  const found = mutants({ kind: 'no_dialog' });
  expect(found['dialog open']).toEqual({ ...page, dialog: { type: 'alert', message: 'Are you sure?' } });
});

test('below a `not` the forbidden clause passes', () => {
  const found = mutants({ kind: 'not', child: { kind: 'dom_text', selector: '.gone', contains: 'Error' } });
  expect(Object.keys(found)).toEqual(['holds']);
  expect(found.holds?.texts['.gone']).toMatchObject({ pieces: ['Error'] });
});
