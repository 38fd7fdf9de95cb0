import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainMatch, someContract, someFacts } from '../testing/arbitrary-contracts.ts';
import { Contract } from './contract.ts';
import { type Facts, nothingCollected } from './facts.ts';
import { judge, judgeSecondObservation } from './judge.ts';
import { type Evidence, Verdict } from './verdict.ts';

const passes = { kind: 'dom_count', selector: 'h1', op: 'eq', value: 1 };
const fails = { kind: 'dom_count', selector: 'h1', op: 'eq', value: 2 };
const undecided = { kind: 'dom_count', selector: 'h1[', op: 'eq', value: 2 };
const facts: Facts = {
  ...nothingCollected,
  url: 'https://a.test/',
  counts: { h1: { count: 1 }, 'h1[': { error: 'invalid selector: h1[' } },
};
const over = (raw: unknown, seen: Facts = facts) => judge(Contract.parse(raw), seen, plainMatch);
describe('three verdicts', () => {
  test.each([
    [
      'a failure makes an `and` fail beside an inconclusive child',
      { kind: 'and', children: [undecided, fails] },
      'failed',
    ],
    [
      'a pass makes an `or` pass beside an inconclusive child',
      { kind: 'or', children: [undecided, passes] },
      'passed',
    ],
    [
      'an `and` of a pass and an inconclusive child is inconclusive',
      { kind: 'and', children: [passes, undecided] },
      'inconclusive',
    ],
    [
      'an `or` of a failure and an inconclusive child is inconclusive',
      { kind: 'or', children: [fails, undecided] },
      'inconclusive',
    ],
    ['`not` does not invert inconclusive', { kind: 'not', child: undecided }, 'inconclusive'],
    ['`not` inverts a failure', { kind: 'not', child: fails }, 'passed'],
  ])('%s', (_name, contract, outcome) => {
    expect(over(contract).outcome).toBe(outcome);
  });

  test('an inconclusive tree has the reason of the clause that caused it', () => {
    const { evidence, failed } = over({
      kind: 'and',
      children: [passes, { kind: 'or', children: [fails, undecided] }],
    });
    expect(evidence).toMatchObject({
      outcome: 'inconclusive',
      decidedBy: 1,
      reason: 'invalid selector: h1[',
    });
    expect(failed).toBeNull();
  });

  test('a missing element is a decision and not an error', () => {
    const absent: Facts = { ...nothingCollected, texts: { body: { found: false } } };
    const verdict = over({ kind: 'dom_text', contains: 'x' }, absent);
    expect(verdict.evidence).toMatchObject({ outcome: 'failed', preview: null, length: null });
    expect(verdict.failed?.observed).toBe('no element matches the selector');
  });

  test.each([
    [{ kind: 'url', pattern: 'a' }, 'no page is open'],
    [{ kind: 'dom_text', contains: 'a' }, 'the text of body was not collected'],
    [
      { kind: 'dom_text', selector: 'constructor', contains: 'a' },
      'the text of constructor was not collected',
    ],
    [
      { kind: 'dom_count', selector: 'toString', op: 'gte', value: 1 },
      'the count of toString was not collected',
    ],
    [{ kind: 'network', url_pattern: 'a', status_in: [200] }, 'the network log was not collected'],
    [{ kind: 'screenshot_class', class_id: 'thanks', distance_max: 4 }, 'unknown screenshot class thanks'],
  ])('a fact that is missing is inconclusive and named: %j', (contract, reason) => {
    const verdict = over(contract, nothingCollected);
    expect(verdict).toMatchObject({ outcome: 'inconclusive', evidence: { reason } });
    expect(verdict.clauses[0]?.observed).toBe(reason);
  });

  test('a class without exemplars, a missing and a failed screenshot are inconclusive', () => {
    const contract = { kind: 'screenshot_class', class_id: 'thanks', distance_max: 4 };
    const screenshotClasses = { thanks: { '1.png': '00000000000000ff' } };
    const reasons = [
      over(contract, { ...nothingCollected, screenshotClasses: { thanks: {} } }),
      over(contract, { ...nothingCollected, screenshotClasses }),
      over(contract, { ...nothingCollected, screenshotClasses, screenshot: { error: 'no frame' } }),
    ].map(({ evidence }) => 'reason' in evidence && evidence.reason);
    expect(reasons).toEqual([
      'the screenshot class thanks is empty',
      'the screenshot was not collected',
      'no frame',
    ]);
  });

  test('on a crashed page only the network log and an open dialog are decided', () => {
    const crashed: Facts = {
      ...facts,
      unreadable: 'the page crashed',
      requests: [],
      texts: { body: { found: false } },
    };
    const outcome = (contract: unknown, seen = crashed) => over(contract, seen).outcome;
    expect(outcome({ kind: 'url', pattern: 'a' })).toBe('inconclusive');
    expect(outcome({ kind: 'dom_text', contains: 'a' })).toBe('inconclusive');
    expect(outcome(passes)).toBe('inconclusive');
    expect(outcome({ kind: 'no_dialog' })).toBe('inconclusive');
    expect(outcome({ kind: 'no_dialog' }, { ...crashed, dialog: { type: 'alert', message: '' } })).toBe(
      'failed',
    );
    expect(outcome({ kind: 'network', url_pattern: 'a', status_in: [200] })).toBe('failed');
  });

  test('a URL of more than 10,000 characters is inconclusive, and so is a pattern that ran out of time', () => {
    const long = over(
      { kind: 'url', pattern: 'a' },
      { ...facts, url: `https://a.test/${'q'.repeat(10_000)}` },
    );
    expect(long.evidence).toMatchObject({
      outcome: 'inconclusive',
      reason: expect.stringContaining('10015 characters'),
    });
    const slow = over({ kind: 'url', pattern: 'a' }, { ...facts, url: 'https://slow.test/' });
    expect(slow.evidence).toMatchObject({ outcome: 'inconclusive', observed: 'https://slow.test/' });
  });
});

test('an unknown clause was never parsed, which is a mistake of the caller', () => {
  // @ts-expect-error: no such kind
  expect(() => judge({ kind: 'image_qa' }, facts, plainMatch)).toThrow('no such clause: image_qa');
});

describe('laws', () => {
  test('a verdict has its shape, survives JSON, and its evidence is bounded', () => {
    fc.assert(
      fc.property(someContract, someFacts, (contract, seen) => {
        const verdict = judge(contract, seen, plainMatch);
        expect(Verdict.parse(JSON.parse(JSON.stringify(verdict)))).toEqual(verdict);
        for (const { wanted, observed } of verdict.clauses) {
          expect(wanted.length).toBeLessThanOrEqual(160);
          expect(observed.length).toBeLessThanOrEqual(160);
        }
        for (const leaf of leaves(verdict.evidence)) expect(JSON.stringify(leaf).length).toBeLessThan(8000);
      }),
    );
  });

  test('exactly inconclusive evidence has a reason', () => {
    fc.assert(
      fc.property(someContract, someFacts, (contract, seen) => {
        for (const evidence of leaves(judge(contract, seen, plainMatch).evidence)) {
          expect(evidence.reason !== undefined).toBe(evidence.outcome === 'inconclusive');
        }
      }),
    );
  });

  test('judging does not change the facts', () => {
    fc.assert(
      fc.property(someContract, someFacts, (contract, seen) => {
        const before = JSON.stringify(seen);
        judge(contract, seen, plainMatch);
        expect(JSON.stringify(seen)).toBe(before);
      }),
    );
  });
});

function leaves(evidence: Evidence): Evidence[] {
  return 'children' in evidence ? evidence.children.flatMap(leaves) : [evidence];
}

const contract = Contract.parse({
  kind: 'and',
  children: [
    { kind: 'dom_count', selector: 'h1', op: 'eq', value: 1 },
    { kind: 'network', url_pattern: 'submit', status_in: [200] },
    { kind: 'no_dialog' },
  ],
});
const first: Facts = {
  ...nothingCollected,
  url: 'https://a.test/',
  counts: { h1: { count: 1 } },
  requests: [{ url: 'https://a.test/submit', status: 200, atMs: 1 }],
};

test('clauses that a reload shows are judged again, the others keep their evidence', () => {
  const firstVerdict = judge(contract, first, plainMatch);
  const second: Facts = {
    ...nothingCollected,
    counts: { h1: { count: 0 } },
    dialog: { type: 'alert', message: '' },
  };
  const verdict = judgeSecondObservation(contract, firstVerdict, second, plainMatch);
  expect(verdict.clauses.map(({ outcome }) => outcome)).toEqual(['failed', 'passed', 'passed']);
  expect(verdict.failed?.name).toBe('postconditions[0] (dom_count match)');
});

test('a second observation at the same facts agrees with the first', () => {
  fc.assert(
    fc.property(someContract, someFacts, (tree, facts) => {
      const verdict = judge(tree, facts, plainMatch);
      expect(judgeSecondObservation(tree, verdict, facts, plainMatch)).toEqual(verdict);
    }),
  );
});

test('the verdict of another contract is refused', () => {
  const other = judge(Contract.parse({ kind: 'no_dialog' }), first, plainMatch);
  expect(() => judgeSecondObservation(contract, other, first, plainMatch)).toThrow('another contract');
});
