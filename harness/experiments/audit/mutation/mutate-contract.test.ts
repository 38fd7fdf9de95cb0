import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Contract } from '../../../judge/contract.ts';
import { canonicalJson } from '../../../platform/digest.ts';
import { someContract } from '../../../testing/arbitrary-contracts.ts';
import { mutateContract } from './mutate-contract.ts';

const mutants = (raw: unknown) => mutateContract(Contract.parse(raw));
const names = (raw: unknown) => mutants(raw).map(({ name }) => name);
const mutant = (raw: unknown, name: string) =>
  mutants(raw).find((each) => each.name.endsWith(name))?.contract;

const url = { kind: 'url', pattern: '^https://a\\.test/x$' };
const text = { kind: 'dom_text', selector: 'h1', contains: '330 m' };
const count = (op: string, value: number) => ({ kind: 'dom_count', selector: 'li', op, value });
const network = { kind: 'network', url_pattern: 'submit', status_in: [200], since: 'last_tool_call' };

test('each clause is dropped and each operator weakened, by names that point at them', () => {
  expect(
    names({ kind: 'and', children: [url, { kind: 'or', children: [text, { kind: 'no_dialog' }] }] }),
  ).toEqual([
    'postconditions (and): or instead of and',
    'postconditions[0] (url match): dropped',
    'postconditions[0] (url match): start anchor removed',
    'postconditions[0] (url match): end anchor removed',
    'postconditions[0] (url match): its host only',
    'postconditions[1] (or): dropped',
    'postconditions[1].children[0] (dom_text match): dropped',
    'postconditions[1].children[0] (dom_text match): shortened to its first half',
    'postconditions[1].children[0] (dom_text match): shortened to its second half',
    'postconditions[1].children[0] (dom_text match): selector widened to body',
    'postconditions[1].children[1] (no_dialog match): dropped',
  ]);
});

describe('each operator', () => {
  test('dom_text: half of the string, the whole page', () => {
    expect(mutant(text, 'first half')).toEqual({ ...text, contains: '33' });
    expect(mutant(text, 'second half')).toEqual({ ...text, contains: '0 m' });
    expect(mutant(text, 'body')).toEqual({ ...text, selector: 'body' });
    expect(names({ kind: 'dom_text', contains: 'x' })).toEqual([]);
  });

  test.each([
    ['eq', 2, ['gte 2 instead of eq 2', 'lte 2 instead of eq 2']],
    ['eq', 0, ['gte 0 instead of eq 0']],
    ['gte', 2, ['gte 1 instead of gte 2']],
    ['gte', 0, []],
    ['lte', 0, ['lte 1 instead of lte 0']],
  ])('dom_count %s %i: %j', (op, value, weaker) => {
    expect(names(count(op, value))).toEqual(
      weaker.map((name) => `postconditions[0] (dom_count match): ${name}`),
    );
  });

  test('network: any status, since the start of the episode', () => {
    const any = mutant(network, 'any status from 200 to 599');
    expect(any).toMatchObject({ status_in: expect.arrayContaining([200, 404, 599]) });
    expect(mutant(network, 'since contract_enter')).toEqual({ ...network, since: 'contract_enter' });
    expect(names({ ...network, since: 'contract_enter' })).toHaveLength(1);
  });

  test('network: what is no regular expression has no weaker one', () => {
    expect(names({ ...network, url_pattern: '^https://a.test/(' })).toHaveLength(2);
  });

  test('screenshot_class: twice as far, at most as far as can be', () => {
    const within = (distance_max: number) => ({ kind: 'screenshot_class', class_id: 'thanks', distance_max });
    expect(mutants(within(8)).map(({ contract }) => contract)).toEqual([within(16)]);
    expect(mutants(within(0)).map(({ contract }) => contract)).toEqual([within(1)]);
    expect(mutants(within(64))).toEqual([]);
  });

  test('`not` is removed, and an `and` of one child is left as it is', () => {
    expect(mutants({ kind: 'not', child: count('gte', 0) }).map(({ contract }) => contract)).toEqual([
      count('gte', 0),
    ]);
    expect(names({ kind: 'and', children: [count('gte', 0)] })).toEqual([]);
  });
});

describe('laws', () => {
  test('a mutant is a contract, is not the original, and comes once', () => {
    fc.assert(
      fc.property(someContract, (contract) => {
        const all = mutateContract(contract);
        for (const each of all) expect(Contract.parse(each.contract)).toEqual(each.contract);
        const keys = [contract, ...all.map((each) => each.contract)].map(canonicalJson);
        expect(new Set(keys).size).toBe(keys.length);
        expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
      }),
    );
  });

  test('mutating leaves the contract as it was', () => {
    fc.assert(
      fc.property(someContract, (contract) => {
        const before = JSON.stringify(contract);
        mutateContract(contract);
        expect(JSON.stringify(contract)).toBe(before);
      }),
    );
  });
});
