import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainMatch, someContract, someFacts } from '../../testing/arbitrary-contracts.ts';
import { Contract } from '../contract.ts';
import { Facts, nothingCollected } from '../facts.ts';
import { judge } from '../judge.ts';
import type { Verdict } from '../verdict.ts';
import { compactFacts } from './compact-facts.ts';

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const gist = ({ outcome, clauses, failed }: Verdict) => ({
  outcome,
  failed: failed?.name,
  clauses: clauses.map((clause) => [clause.name, clause.outcome]),
});
const textFacts = (whole: string): Facts => ({
  ...nothingCollected,
  texts: { body: { found: true, length: whole.length, pieces: [whole] } },
});
const wants = (contains: string) => Contract.parse({ kind: 'dom_text', contains });

describe('laws', () => {
  test('compact facts get the verdict of the whole, and are within the limit', () => {
    fc.assert(
      fc.property(
        someContract,
        someFacts,
        fc.constantFrom(1024, 3000, 12_000, 65_536),
        (contract, facts, limit) => {
          const compact = compactFacts(contract, facts, plainMatch, limit);
          expect(bytes(compact)).toBeLessThanOrEqual(limit);
          expect(Facts.parse(compact)).toEqual(compact);
          const verdict = judge(contract, compact, plainMatch);
          if (compact.unreadable?.startsWith('what decides')) expect(verdict.outcome).toBe('inconclusive');
          else expect(gist(verdict)).toEqual(gist(judge(contract, facts, plainMatch)));
        },
      ),
      { numRuns: 400 },
    );
  });

  test('the default limit keeps everything of a contract of this size', () => {
    fc.assert(
      fc.property(someContract, someFacts, (contract, facts) => {
        expect(compactFacts(contract, facts, plainMatch).unreadable).toBe(facts.unreadable);
      }),
    );
  });

  test('compact facts stay the same when compacted again', () => {
    fc.assert(
      fc.property(someContract, someFacts, (contract, facts) => {
        const compact = compactFacts(contract, facts, plainMatch);
        expect(compactFacts(contract, compact, plainMatch)).toEqual(compact);
      }),
    );
  });

  test('every piece is a part of the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 400 })),
        fc.constantFrom('a', 'ab', ' '),
        (parts, wanted) => {
          const whole = parts.join(wanted);
          const { texts } = compactFacts(wants(wanted), textFacts(whole), plainMatch, 1500);
          const body = texts.body;
          if (body === undefined || !('pieces' in body)) return;
          for (const piece of body.pieces) expect(whole).toContain(piece);
          expect(whole.startsWith(body.pieces[0] ?? '')).toBe(true);
        },
      ),
    );
  });
});

describe('texts', () => {
  test('a text that fits is kept whole', () => {
    const facts = textFacts('x'.repeat(60_000));
    expect(compactFacts(wants('y'), facts, plainMatch).texts).toEqual(facts.texts);
  });

  test('a long text keeps its beginning and what surrounds the wanted string', () => {
    const whole = `${'a'.repeat(100_000)}330 m${'b'.repeat(100_000)}`;
    const { texts } = compactFacts(wants('330 m'), textFacts(whole), plainMatch);
    const around = `${'a'.repeat(240)}330 m${'b'.repeat(240)}`;
    expect(texts.body).toEqual({ found: true, length: whole.length, pieces: ['a'.repeat(240), around] });
  });

  test('a near miss is kept, since the evidence shows it', () => {
    const whole = `${'a'.repeat(100_000)}330\u00a0m`;
    const compact = compactFacts(wants('330 m'), textFacts(whole), plainMatch);
    expect(judge(wants('330 m'), compact, plainMatch)).toEqual(
      judge(wants('330 m'), textFacts(whole), plainMatch),
    );
  });

  test('the smallest allowance drops a near miss, not its outcome', () => {
    const whole = `${'a'.repeat(3000)}330\u00a0m`;
    const { texts } = compactFacts(wants('330 m'), textFacts(whole), plainMatch, 1024);
    expect(texts.body).toMatchObject({
      pieces: ['a'.repeat(240), expect.stringMatching(/^a{80}330\u00a0m$/)],
    });
    const wide = compactFacts(wants('330 m'), textFacts(`${'€'.repeat(3000)}330\u00a0m`), plainMatch, 1024);
    expect(wide.texts.body).toMatchObject({ pieces: ['€'.repeat(240)] });
  });

  test('two texts that meet only where the middle was left out match nothing', () => {
    const whole = `${'a'.repeat(238)}33${'-'.repeat(70_000)}0 m`;
    const contract = Contract.parse({ kind: 'or', children: [wants('330 m'), wants('0 m')] });
    const { clauses } = judge(contract, compactFacts(contract, textFacts(whole), plainMatch), plainMatch);
    expect(clauses.map(({ outcome }) => outcome)).toEqual(['passed', 'failed', 'passed']);
  });

  test('facts that no clause needs are not saved', () => {
    const facts: Facts = {
      ...textFacts('x'),
      counts: { p: { count: 1 } },
      requests: [],
      screenshot: { error: 'x' },
    };
    const compact = compactFacts(Contract.parse({ kind: 'no_dialog' }), facts, plainMatch);
    expect(compact).toEqual(nothingCollected);
  });
});

test('requests that match no clause are dropped, and their number is kept', () => {
  const contract = Contract.parse({ kind: 'network', url_pattern: 'submit', status_in: [200] });
  const requests = Array.from({ length: 5000 }, (_, atMs) => ({
    url: `https://a.test/${atMs}`,
    status: 200,
    atMs,
  }));
  const submit = { url: 'https://a.test/submit', status: 500, atMs: 5000 };
  const compact = compactFacts(
    contract,
    { ...nothingCollected, requests: [...requests, submit] },
    plainMatch,
  );
  expect(compact).toMatchObject({ requests: [submit], scanned: { contract_enter: 5001, last_tool_call: 0 } });
  expect(judge(contract, compact, plainMatch).evidence).toMatchObject({
    scanned: 5001,
    lastMatch: { status: 500 },
  });
});

test('a request that ended a scan is kept, so that it still hides those after it', () => {
  const network = (url_pattern: string, since: string) => ({
    kind: 'network',
    url_pattern,
    status_in: [200],
    since,
  });
  const contract = Contract.parse({
    kind: 'and',
    children: [network('^https', 'contract_enter'), network('submit', 'last_tool_call')],
  });
  const noise = Array.from({ length: 100 }, (_, i) => ({ url: `https://a.test/${i}`, status: 404, atMs: 1 }));
  const facts: Facts = {
    ...nothingCollected,
    marks: { contract_enter: 0, last_tool_call: 3 },
    requests: [
      ...noise,
      { url: `https://a.test/${'q'.repeat(12_000)}`, status: 200, atMs: 2 },
      { url: 'https://slow.test/', status: 404, atMs: 2 },
      { url: 'https://a.test/submit', status: 200, atMs: 4 },
    ],
  };
  const compact = compactFacts(contract, facts, plainMatch, 1024);
  expect(compact.requests?.map(({ url }) => url)).toEqual(['https://slow.test/', 'https://a.test/submit']);
  expect(gist(judge(contract, compact, plainMatch))).toEqual(gist(judge(contract, facts, plainMatch)));
});

test('if the deciding facts are too large, everything is inconclusive with that reason', () => {
  const contains = 'w'.repeat(2000);
  const compact = compactFacts(wants(contains), textFacts(contains), plainMatch, 1024);
  expect(compact.unreadable).toBe('what decides this contract is more than 1024 bytes of facts');
  expect(judge(wants(contains), compact, plainMatch).outcome).toBe('inconclusive');
});
