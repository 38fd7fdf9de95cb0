import { describe, expect, test } from 'vitest';
import { allowances } from './compact/allowances.ts';
import { Contract } from './contract.ts';
import { answers } from './fact-kinds/answers.ts';
import { changes } from './fact-kinds/changes.ts';
import { type Facts, nothingCollected } from './facts.ts';
import { judge } from './judge.ts';
import type { Match } from './patterns/match.ts';

const finds: Match = (pattern, input) => ({ matched: new RegExp(pattern).test(input) });
const givesUp: Match = () => ({ reason: 'the pattern took too long' });

const [whole] = allowances;
const [, , , least] = allowances;

const order = { table: 'orders', added: { note: { pattern: '^gift' } } };
const change = (key: string, note: string) => ({
  table: 'orders',
  key,
  op: 'added' as const,
  before: null,
  after: { id: key, note },
});
const factsOf = (...found: ReturnType<typeof change>[]): Facts => ({
  ...nothingCollected,
  changes: { 'shop.test': { changes: found, leftOut: 0 } },
  elsewhere: [],
});

const state = { kind: 'state', host: 'shop.test', changes: [order] };
const verdictOf = (clause: unknown, facts: Partial<Facts>, match = finds) =>
  judge(Contract.parse(clause), { ...nothingCollected, ...facts }, match);

describe('state', () => {
  test('a pattern that cannot be matched leaves it undecided, and every change is kept', () => {
    const facts = factsOf(change('1', 'gift for Ada'), change('2', 'for me'));
    expect(verdictOf(state, facts, givesUp)).toMatchObject({ outcome: 'inconclusive' });
    const clause = { host: 'shop.test', changes: [order], ignore: [] };
    const kept = changes.compact(facts, [clause], { allowance: whole, match: givesUp });
    expect(kept.changes?.['shop.test']).toMatchObject({ changes: [{ key: '1' }, { key: '2' }], leftOut: 0 });
  });

  test('without the state of other hosts it is undecided, unless they may change', () => {
    const { changes: listed } = factsOf(change('1', 'gift'));
    expect(verdictOf(state, { changes: listed })).toMatchObject({ outcome: 'inconclusive' });
    expect(verdictOf({ ...state, others: 'any' }, { changes: listed })).toMatchObject({ outcome: 'passed' });
  });

  test('a listed table cannot be ignored too', () => {
    expect(() => Contract.parse({ ...state, ignore: ['orders'] })).toThrow('must not be an ignored table');
  });

  test('only the first unwanted change is kept under the smallest allowance', () => {
    const facts = factsOf(change('1', 'gift'), change('2', 'x'), change('3', 'y'));
    const clause = { host: 'shop.test', changes: [order], ignore: [] };
    const kept = changes.compact(facts, [clause], { allowance: least, match: finds });
    expect(kept.changes?.['shop.test']).toMatchObject({ changes: [{ key: '1' }, { key: '2' }], leftOut: 1 });
    const error = { changes: { 'shop.test': { error: 'a request was still open' } } };
    const broken = { ...nothingCollected, ...error };
    expect(changes.compact(broken, [clause], { allowance: least, match: finds })).toEqual(error);
  });
});

describe('answer', () => {
  const answer = { kind: 'answer', type: 'string', value: 'Ridge 2' };
  const long = 'Ridge 2 '.repeat(2000);

  test('a text that is too long is not an answer, whatever its beginning', () => {
    const verdict = verdictOf(answer, { answer: { text: long } });
    expect(verdict.outcome).toBe('failed');
    expect(JSON.stringify(verdict)).toContain(`"observed":"${long.length} characters"`);
  });

  test.each([whole, least])('a long one is saved by its beginning, with its length', (allowance) => {
    const kept = answers.compact({ ...nothingCollected, answer: { text: long } }, [answer], {
      allowance,
      match: finds,
    });
    expect(kept.answer?.length).toBe(long.length);
    expect(kept.answer?.text?.length).toBeLessThan(long.length);
    expect(JSON.stringify(verdictOf(answer, kept))).toContain(`"observed":"${long.length} characters"`);
  });

  test('no answer fails, an answer that was not collected is undecided', () => {
    expect(verdictOf(answer, { answer: { text: null } }).outcome).toBe('failed');
    expect(verdictOf(answer, {})).toMatchObject({ outcome: 'inconclusive' });
  });

  test('an invalid value for its type is a mistake of the contract', () => {
    expect(() => Contract.parse({ ...answer, type: 'number', value: 'slow' })).toThrow('value');
  });
});
