import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { thisProject } from '../../../cli/this-project.ts';
import { Contract } from '../../../judge/contract.ts';
import { Facts, nothingCollected } from '../../../judge/facts.ts';
import { judge } from '../../../judge/judge.ts';
import { leavesOf } from '../../../judge/operator-of.ts';
import type { Match } from '../../../judge/patterns/match.ts';
import { canonicalJson } from '../../../platform/digest.ts';
import { readSuites } from '../../../task/read-suites.ts';
import { noPatternCheck, type TaskFile } from '../../../task/read-tasks.ts';
import { plainMatch, someContract, someFacts } from '../../../testing/arbitrary-contracts.ts';
import { sized } from '../../../testing/sized.ts';
import { forceClause } from './clause-places.ts';
import {
  allowedFacts,
  alternativeFacts,
  mutateContract,
  mutateFacts,
  mutationScore,
} from './mutation-score.ts';

const and = (...children: unknown[]) => ({ kind: 'and', children });
const url = { kind: 'url', pattern: '^https://a\\.test/x(?:[?#]|$)' };
const text = (contains: string, selector = 'h1') => ({ kind: 'dom_text', selector, contains });

/** Without a time box, for pages of tasks may well be called "slow". */
const match: Match = (pattern, input) => ({ matched: new RegExp(pattern).test(input) });

const score = (raw: unknown, facts?: Partial<Facts>) => {
  const contract = Contract.parse(raw);
  return mutationScore(contract, [{ name: 'true', facts: { ...trueFacts(contract), ...facts } }], match);
};

describe('a sound contract has no survivors', () => {
  const network = { kind: 'network', url_pattern: '^https://a\\.test/api\\?x=1$', status_in: [200] };
  test.each<[string, unknown]>([
    ['url and text', and(url, text('Hello'))],
    ['text in the body', and(url, text('Hello', 'body'), text('World'))],
    ['a count', and(url, { kind: 'dom_count', selector: 'li', op: 'eq', value: 4 })],
    [
      'a count from both sides',
      and(...['gte', 'lte'].map((op) => ({ kind: 'dom_count', selector: 'li', op, value: 4 }))),
    ],
    ['a request', and(url, network)],
    ['a request of the last call', and({ ...network, since: 'last_tool_call' }, { kind: 'no_dialog' })],
    ['a picture', and(url, { kind: 'screenshot_class', class_id: 'thanks', distance_max: 8 })],
    ['alternatives', and(url, { kind: 'or', children: [text('330 m'), text('330\u00a0m')] })],
    ['what must not be', and(url, { kind: 'not', child: text('Error', '.banner') })],
    ['two that must not be both', and(url, { kind: 'not', child: and(text('Error'), text('fatal', 'p')) })],
  ])('%s', (_name, contract) => {
    expect(score(contract)).toMatchObject({ survivors: [], total: expect.any(Number) });
  });
});

describe('survivors name a weak contract', () => {
  test('an address without its end, or without its beginning', () => {
    const open = score(and({ kind: 'url', pattern: '^https://a\\.test/x' }, text('Hello')));
    expect(open.survivors).toEqual(['facts: postconditions[0] (url match): longer path']);
    const { survivors } = score(and({ kind: 'url', pattern: '/x$' }, text('Hello')), {
      url: 'https://a.test/x',
    });
    expect(survivors).toContain('facts: postconditions[0] (url match): other host');
    expect(survivors).toContain('facts: postconditions[0] (url match): in the query of another URL');
  });

  test('a clause that another implies', () => {
    const { survivors } = score(and(url, text('Hello World'), text('Hello')));
    expect(survivors).toContain('contract: postconditions[2] (dom_text match): dropped');
    const inBody = score(and(url, text('Hello'), text('Hello', 'body')));
    expect(inBody.survivors).toContain('contract: postconditions[2] (dom_text match): dropped');
  });

  test('an alternative that another implies', () => {
    const { survivors } = score({ kind: 'or', children: [text('330'), text('330 m')] });
    expect(survivors).toContain('contract: postconditions[0].children[1] (dom_text match): dropped');
  });

  test('a picture of anything', () => {
    const { survivors } = score({ kind: 'screenshot_class', class_id: 'thanks', distance_max: 64 });
    expect(survivors).toEqual(['facts: postconditions[0] (screenshot_class match): screenshot far away']);
  });

  test('an address that could be any', () => {
    const { killed, total, survivors } = score(and({ kind: 'url', pattern: 'test' }, text('Hello')));
    expect(survivors).toContain('contract: postconditions[0] (url match): dropped');
    expect(killed).toBe(total - survivors.length);
  });
});

test('any contract that passes has a score, and every mutant that is not killed survives', () => {
  fc.assert(
    fc.property(someContract, someFacts, (contract, facts) => {
      const forced = forceClause(contract, true, facts, plainMatch);
      fc.pre(judge(contract, forced, plainMatch).outcome === 'passed');
      const { killed, total, survivors } = mutationScore(
        contract,
        [{ name: 'true', facts: forced }],
        plainMatch,
      );
      expect(killed + survivors.length).toBe(total);
      expect(new Set(survivors).size).toBe(survivors.length);
    }),
    { numRuns: 30 },
  );
});

test('facts of a control detect what mutated facts do not', () => {
  const contract = Contract.parse(and({ kind: 'url', pattern: '^https://a\\.test/x[^#]*$' }, text('Hello')));
  const facts = { ...trueFacts(contract), url: 'https://a.test/x' };
  const survivor = 'contract: postconditions[0] (url match): end anchor removed';
  const control = { name: 'spoof', facts: { ...facts, url: 'https://a.test/x#y' } };
  expect(mutationScore(contract, [{ name: 'true', facts }], plainMatch).survivors).toContain(survivor);
  expect(mutationScore(contract, [{ name: 'true', facts }, control], plainMatch).survivors).not.toContain(
    survivor,
  );
});

test('without facts on which the contract passes there is no score', () => {
  const contract = Contract.parse(url);
  expect(() => mutationScore(contract, [], plainMatch)).toThrow('the first set of facts must be called true');
  const facts = [{ name: 'true', facts: { ...nothingCollected, url: 'https://b.test/' } }];
  expect(() => mutationScore(contract, facts, plainMatch)).toThrow('it is failed');
});

test(`at least 99 % is killed over ${sized('some', 'all')} of the tasks of the project`, async () => {
  const { tasks } = await readSuites(thisProject.tasks, noPatternCheck);
  const chosen = sized(
    tasks.filter((_, index) => index % 10 === 0),
    tasks,
  );
  expect(chosen.length).toBeGreaterThan(10);
  areKilled(chosen);
});

/** A page on which the contract passes, made up from what it wants. */
function trueFacts(contract: Contract): Facts {
  const classes = leavesOf(contract).flatMap((leaf) =>
    leaf.kind === 'screenshot_class' ? [[leaf.class_id, { '1.png': '00ff00ff12345678' }]] : [],
  );
  const selectors = leavesOf(contract).flatMap((leaf) => (leaf.kind === 'dom_text' ? [leaf.selector] : []));
  const empty = {
    ...nothingCollected,
    texts: Object.fromEntries(selectors.map((selector) => [selector, { found: false as const }])),
    requests: [],
    marks: { contract_enter: 0, last_tool_call: 10 },
    screenshotClasses: Object.fromEntries(classes),
  };
  return forceClause(contract, true, empty, match);
}

function areKilled(tasks: readonly TaskFile[]): void {
  const scores = tasks.map(({ task }) => ({ id: task.id, ...score(task.success) }));
  const sum = (of: 'killed' | 'total') => scores.reduce((all, each) => all + each[of], 0);
  const survivors = scores.flatMap(({ id, survivors: each }) => each.map((survivor) => `${id}: ${survivor}`));
  expect(sum('total')).toBeGreaterThan(15 * tasks.length);
  expect(sum('killed') / sum('total'), survivors.join('\n')).toBeGreaterThanOrEqual(0.99);
}

const mutants = (raw: unknown) => mutateContract(Contract.parse(raw));
const names = (raw: unknown) => mutants(raw).map(({ name }) => name);
const mutant = (raw: unknown, name: string) =>
  mutants(raw).find((each) => each.name.endsWith(name))?.contract;

const address = { kind: 'url', pattern: '^https://a\\.test/x$' };
const height = { kind: 'dom_text', selector: 'h1', contains: '330 m' };
const count = (op: string, value: number) => ({ kind: 'dom_count', selector: 'li', op, value });
const network = { kind: 'network', url_pattern: 'submit', status_in: [200], since: 'last_tool_call' };

test('each clause is dropped and each operator weakened, with names that refer to them', () => {
  expect(
    names({ kind: 'and', children: [address, { kind: 'or', children: [height, { kind: 'no_dialog' }] }] }),
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

describe('each operator is weakened', () => {
  test('dom_text: half of the string, the whole page', () => {
    expect(mutant(height, 'first half')).toEqual({ ...height, contains: '33' });
    expect(mutant(height, 'second half')).toEqual({ ...height, contains: '0 m' });
    expect(mutant(height, 'body')).toEqual({ ...height, selector: 'body' });
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

  test('network: an invalid regular expression has no weaker one', () => {
    expect(names({ ...network, url_pattern: '^https://a.test/(' })).toHaveLength(2);
  });

  test('screenshot_class: twice as far, at most as far as can be', () => {
    const within = (distance_max: number) => ({ kind: 'screenshot_class', class_id: 'thanks', distance_max });
    expect(mutants(within(8)).map(({ contract }) => contract)).toEqual([within(16)]);
    expect(mutants(within(0)).map(({ contract }) => contract)).toEqual([within(1)]);
    expect(mutants(within(64))).toEqual([]);
  });

  test('`not` is removed, and an `and` of one child stays', () => {
    expect(mutants({ kind: 'not', child: count('gte', 0) }).map(({ contract }) => contract)).toEqual([
      count('gte', 0),
    ]);
    expect(names({ kind: 'and', children: [count('gte', 0)] })).toEqual([]);
  });
});

describe('laws of weakened contracts', () => {
  test('a mutant is a contract, is not the original, and occurs once', () => {
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

  test('mutating does not change the contract', () => {
    fc.assert(
      fc.property(someContract, (contract) => {
        const before = JSON.stringify(contract);
        mutateContract(contract);
        expect(JSON.stringify(contract)).toBe(before);
      }),
    );
  });
});

const textIn = (contains: string) => ({ kind: 'dom_text', selector: 'h1', contains });
const heading = (...pieces: string[]): Facts => ({
  ...nothingCollected,
  texts: { h1: { found: true, length: pieces.join('').length, pieces } },
});
const outcomeOf = (contract: Contract, facts: Facts) => judge(contract, facts, plainMatch).outcome;
const pieces = (facts: Facts | undefined) => facts?.texts.h1;

describe('laws of near misses', () => {
  test('for any contract and facts, a mutant is facts, is not the original, and occurs once', () => {
    fc.assert(
      fc.property(someContract, someFacts, (contract, facts) => {
        const before = JSON.stringify(facts);
        const mutants = mutateFacts(contract, facts, plainMatch);
        for (const mutant of mutants) expect(Facts.parse(mutant.facts)).toEqual(mutant.facts);
        const keys = [facts, ...mutants.map((mutant) => mutant.facts)].map(canonicalJson);
        expect(new Set(keys).size).toBe(keys.length);
        expect(JSON.stringify(facts)).toBe(before);
      }),
    );
  });

  test('the contract passes on the facts of each alternative', () => {
    fc.assert(
      fc.property(someContract, someFacts, (contract, facts) => {
        const forced = forceClause(contract, true, facts, plainMatch);
        for (const { facts: alone } of alternativeFacts(contract, forced, plainMatch)) {
          expect(Facts.parse(alone)).toEqual(alone);
          expect(outcomeOf(contract, alone)).toBe('passed');
        }
      }),
    );
  });
});

describe('alternatives', () => {
  const spaces = Contract.parse({ kind: 'or', children: [textIn('330 m'), textIn('330\u00a0m')] });

  test('one set of facts for each, on which it alone passes', () => {
    const sets = alternativeFacts(spaces, heading('Height: 330 m'), plainMatch);
    expect(sets.map(({ name }) => name)).toEqual([
      'postconditions[0].children[0] (dom_text match): the only alternative',
      'postconditions[0].children[1] (dom_text match): the only alternative',
    ]);
    expect(sets.map(({ facts }) => pieces(facts))).toMatchObject([
      { pieces: ['Height: 330 m'] },
      { pieces: ['Height: 330 x', '330\u00a0m'] },
    ]);
  });

  test('a near miss of one is made where the others do not pass', () => {
    const mutants = mutateFacts(spaces, heading('330 m or 330\u00a0m'), plainMatch);
    expect(mutants.length).toBeGreaterThan(4);
    for (const { facts } of mutants) expect(outcomeOf(spaces, facts)).toBe('failed');
  });

  test('one that implies another has none, and neither do clauses that are not alternatives', () => {
    const implied = Contract.parse({ kind: 'or', children: [textIn('330'), textIn('330 m')] });
    expect(alternativeFacts(implied, heading('330 m'), plainMatch).map(({ name }) => name)).toEqual([
      'postconditions[0].children[0] (dom_text match): the only alternative',
    ]);
    const both = Contract.parse({ kind: 'and', children: [textIn('330'), textIn('m')] });
    expect(alternativeFacts(both, heading('330 m'), plainMatch)).toEqual([]);
  });

  test('a near miss that satisfies another alternative is left out', () => {
    const cases = Contract.parse({ kind: 'or', children: [textIn('Ab'), textIn('AB')] });
    const names = mutateFacts(cases, heading('Ab'), plainMatch).map(({ name }) => name);
    expect(names).not.toContain('postconditions[0].children[0] (dom_text match): case changed');
    expect(names).toContain('postconditions[0].children[0] (dom_text match): last character changed');
  });

  test('addresses, counts and requests are constructed from the wanted values', () => {
    const contract = Contract.parse({
      kind: 'or',
      children: [
        textIn('Hello'),
        {
          kind: 'and',
          children: [
            { kind: 'url', pattern: '^https://b\\.test/' },
            { kind: 'url', pattern: '#x$' },
          ],
        },
        { kind: 'dom_count', selector: 'li', op: 'gte', value: 3 },
        { kind: 'network', url_pattern: 'a/b(', status_in: [201] },
        { kind: 'not', child: { kind: 'no_dialog' } },
      ],
    });
    const facts = { ...heading('Hello'), url: 'https://a.test/', counts: { li: { count: 0 } }, requests: [] };
    const sets = alternativeFacts(contract, facts, plainMatch).map((set) => set.facts);
    expect(sets).toMatchObject([
      {},
      { url: 'https://b.test/#x' },
      { counts: { li: { count: 3 } } },
      { requests: [{ url: 'https://somewhere.test/a/b(', status: 201, atMs: 0 }] },
      { dialog: { type: 'alert' } },
    ]);
  });
});

test('below a `not` near misses are allowed', () => {
  const contract = Contract.parse({ kind: 'not', child: textIn('Error') });
  const allowed = allowedFacts(contract, heading('Saved'), plainMatch);
  expect(allowed.map(({ facts }) => pieces(facts))).toMatchObject([
    { pieces: ['Saved', 'Errox'] },
    { pieces: ['Saved', 'xrror'] },
    { pieces: ['Saved', 'ERROR'] },
    { pieces: ['Saved', 'Errox'] },
  ]);
});
