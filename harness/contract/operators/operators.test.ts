import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { plainMatch } from '../../testing/arbitrary-contracts.ts';
import { Contract } from '../contract.ts';
import { type Facts, nothingCollected } from '../facts.ts';
import { judge } from '../judge.ts';
import { needsOf } from '../needs.ts';
import { operators } from './index.ts';

const cases = ['holds', 'fails', 'undecided'] as const;
const outcomes = { holds: 'passed', fails: 'failed', undecided: 'inconclusive' } as const;

test('the vocabulary is the folder: one file a kind', () => {
  const files = readdirSync(import.meta.dirname).filter(
    (file) => !/^(index|operator|operators\.test)\.ts$/.test(file),
  );
  const kinds = operators.map(({ kind }) => `${kind.replaceAll('_', '-')}.ts`);
  expect(kinds.toSorted()).toEqual(files.toSorted());
});

describe.each(operators.map((operator) => [operator.kind, operator] as const))('%s', (_kind, operator) => {
  test.each(cases)('decides its own example as it says: %s', (example) => {
    if (!('fields' in operator)) {
      expect(operator.decide(operator[example]).outcome).toBe(outcomes[example]);
      return;
    }
    const [fields, facts] = operator[example];
    const contract = Contract.parse({ kind: operator.kind, ...fields });
    const verdict = judge(contract, { ...nothingCollected, ...facts }, plainMatch);
    expect(verdict.outcome).toBe(outcomes[example]);
    expect(verdict.evidence.kind).toBe(operator.kind);
  });

  test.each(['holds', 'fails'] as const)('needs all the facts that decide it: %s', (example) => {
    if (!('fields' in operator)) return;
    const [fields, facts] = operator[example];
    const contract = Contract.parse({ kind: operator.kind, ...fields });
    const collected = onlyNeeded(contract, { ...nothingCollected, ...facts });
    expect(judge(contract, collected, plainMatch).outcome).toBe(outcomes[example]);
  });

  test('has a one-line summary', () => {
    expect(operator.summary).toMatch(/^[^\n]{10,120}\.$/);
  });
});

/** What a collector that does only what it is asked to would have. */
function onlyNeeded(contract: Contract, facts: Facts): Facts {
  const collected: Facts = structuredClone(nothingCollected);
  for (const need of needsOf(contract)) {
    if ('url' in need) collected.url = facts.url;
    else if ('text' in need) Object.assign(collected.texts, { [need.text]: facts.texts[need.text] });
    else if ('count' in need) Object.assign(collected.counts, { [need.count]: facts.counts[need.count] });
    else if ('requests' in need) Object.assign(collected, { requests: facts.requests });
    else if ('dialog' in need) collected.dialog = facts.dialog;
    else {
      const { screenshot, screenshotClasses } = facts;
      Object.assign(collected, { screenshot, screenshotClasses });
    }
  }
  return collected;
}
