import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { plainMatch } from '../../testing/arbitrary-contracts.ts';
import { compactFacts } from '../compact/compact-facts.ts';
import { Contract } from '../contract.ts';
import { factKinds } from '../fact-kinds/index.ts';
import { Facts, factsOf, nothingCollected } from '../facts.ts';
import { judge } from '../judge.ts';
import { askedOf, needsOf } from '../needs.ts';
import { kinds, leafOperators, leavesOf, logicalOperators } from '../operator-of.ts';
import { PageState } from '../page-state.ts';
import { Verdict } from '../verdict.ts';

const cases = ['holds', 'fails', 'undecided'] as const;
const outcomes = { holds: 'passed', fails: 'failed', undecided: 'inconclusive' } as const;

test('the vocabulary is the folder: one file a kind', () => {
  const files = readdirSync(import.meta.dirname).filter(
    (file) => !/^(index|operator|.*\.test)\.ts$/.test(file),
  );
  const members = kinds.map((kind) => `${kind.replaceAll('_', '-')}.ts`);
  expect(members.toSorted()).toEqual(files.toSorted());
});

test.each([...leafOperators, ...logicalOperators])('$kind has a one-line summary', ({ summary, passes }) => {
  expect(summary).toMatch(/^[^\n]{10,120}\.$/);
  expect(passes).toMatch(/^[^\n|]{10,200}[^\n|.]$/);
});

describe.each(logicalOperators)('$kind', (operator) => {
  test.each(cases)('decides its own example as documented: %s', (example) => {
    expect(operator.decide(operator[example]).outcome).toBe(outcomes[example]);
  });

  test('needs as many children as documented', () => {
    const [pass, fail] = operator.inverts ? (['failed', 'passed'] as const) : (['passed', 'failed'] as const);
    const one = operator.decide([pass, fail]).outcome;
    expect(operator.decide([pass, pass]).outcome).toBe('passed');
    expect(operator.decide([fail, fail]).outcome).toBe('failed');
    if (operator.over === 'children') expect(one).toBe(operator.takes === 'one' ? 'passed' : 'failed');
  });

  test('a forged page shows none of it where its children must fail, else as many as it takes', () => {
    const shown = operator.inverts ? 0 : operator.takes === 'all' ? 2 : 1;
    expect(operator.forged(['a', 'b'])).toHaveLength(shown);
  });
});

describe.each(leafOperators)('$kind', (operator) => {
  const { kind } = operator;
  const exampleOf = (example: (typeof cases)[number]) => {
    const [fields, facts] = operator[example];
    return { contract: Contract.parse({ kind, ...fields }), facts: { ...nothingCollected, ...facts } };
  };

  test.each(cases)('decides its own example as documented: %s', (example) => {
    const { contract, facts } = exampleOf(example);
    const verdict = judge(contract, Facts.parse(facts), plainMatch);
    expect(verdict.outcome).toBe(outcomes[example]);
    expect(verdict.evidence.kind).toBe(kind);
  });

  test.each(cases)(
    'leaves evidence of its own shape, the same after a round trip through JSON: %s',
    (example) => {
      const { contract, facts } = exampleOf(example);
      const verdict = judge(contract, facts, plainMatch);
      expect(Verdict.parse(JSON.parse(JSON.stringify(verdict)))).toEqual(verdict);
      const [clause] = verdict.clauses;
      expect([clause?.wanted, clause?.observed]).not.toContain('');
    },
  );

  test.each(cases)('comes out the same on compact facts: %s', (example) => {
    const { contract, facts } = exampleOf(example);
    const compact = compactFacts(contract, facts, plainMatch);
    expect(judge(contract, compact, plainMatch)).toEqual(judge(contract, facts, plainMatch));
  });

  test.each(['holds', 'fails'] as const)('needs all the facts that decide it: %s', (example) => {
    const { contract, facts } = exampleOf(example);
    expect(judge(contract, onlyNeeded(contract, facts), plainMatch).outcome).toBe(outcomes[example]);
  });

  test('its forgery is JSON, and has elements only if a reload shows them', () => {
    const { contract } = exampleOf('holds');
    const forged = leavesOf(contract).map((clause) => operator.forged(clause, plainMatch));
    expect(JSON.parse(JSON.stringify(forged))).toEqual(forged);
    const elements = forged.flatMap(({ texts = [], counts = [] }) => [...texts, ...counts]);
    if (!operator.seenAfterReload) expect(elements).toEqual([]);
  });

  test('its drawn fields make a clause', () => {
    expect(Object.keys(operator.drawn)).toEqual(Object.keys(operator.fields));
    const first = Object.fromEntries(
      Object.entries(operator.drawn).map(([field, [value]]) => [field, value]),
    );
    for (const [field, values] of Object.entries(operator.drawn)) {
      for (const value of values) Contract.parse({ kind, ...first, [field]: value });
    }
  });
});

test('facts saved without any need do not grow with the vocabulary', () => {
  const saved = ['url', 'unreadable', 'texts', 'counts', 'marks', 'dialog'];
  expect(Object.keys(nothingCollected)).toEqual(saved);
});

test('no two kinds of facts have a name or a field in common', () => {
  const names = factKinds.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const fields = [PageState, ...factKinds].flatMap(({ shape }) => Object.keys(shape));
  expect(new Set(fields).size).toBe(fields.length);
});

/** What a collector that does only what it is asked to would have. */
function onlyNeeded(contract: Contract, facts: Facts): Facts {
  const needs = needsOf(contract);
  const collected = factKinds.map(({ name, shape, nothing }) => {
    const asked: readonly unknown[] = askedOf(needs, name);
    if (asked.length === 0) return nothing;
    const ofKind = Object.entries(facts).filter(([field]) => Object.hasOwn(shape, field));
    return Object.fromEntries(ofKind.map(([field, value]) => [field, onlyAsked(value, asked)]));
  });
  return factsOf(PageState.strip().parse(facts), collected);
}

/** Of facts by selector or id those that were asked for. */
function onlyAsked(value: unknown, asked: readonly unknown[]): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  const isByKey = entries.some(([key]) => asked.includes(key));
  return isByKey ? Object.fromEntries(entries.filter(([key]) => asked.includes(key))) : value;
}
