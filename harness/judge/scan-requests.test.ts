import { expect, test } from 'vitest';
import { plainMatch } from '../testing/arbitrary-contracts.ts';
import { Contract } from './contract.ts';
import { type Facts, nothingCollected } from './facts.ts';
import { judge } from './judge.ts';
import type { Match } from './patterns/match.ts';
import type { RequestFact } from './scan-requests.ts';

const at = (atMs: number, url: string, status: number | null = 200): RequestFact => ({ url, status, atMs });
const over = (
  clause: object,
  requests: RequestFact[],
  facts: Partial<Facts> = {},
  match: Match = plainMatch,
) => {
  const contract = Contract.parse({
    kind: 'network',
    url_pattern: 'submit',
    status_in: [200, 201],
    ...clause,
  });
  return judge(contract, { ...nothingCollected, requests, ...facts }, match);
};

test('one request has to match both the URL and a status', () => {
  const verdict = over({}, [at(1, 'http://a.test/submit', 500), at(2, 'http://a.test/other', 200)]);
  expect(verdict.evidence).toMatchObject({
    outcome: 'failed',
    scanned: 2,
    matched: 0,
    lastMatch: { url: 'http://a.test/submit', status: 500 },
  });
  expect(verdict.failed?.observed).toBe(
    'none of 2 requests; the last such URL has status 500: http://a.test/submit',
  );
});

test('a request that was never answered has no status', () => {
  expect(over({}, [at(1, 'http://a.test/submit', null)]).outcome).toBe('failed');
});

test('an empty network log is a decision', () => {
  expect(over({}, []).failed?.observed).toBe('there was no request');
});

test('the mark is inclusive, and what was before it does not count', () => {
  const marks = { contract_enter: 10, last_tool_call: 20 };
  expect(over({}, [at(9, 'submit')], { marks }).outcome).toBe('failed');
  expect(over({}, [at(10, 'submit')], { marks }).outcome).toBe('passed');
  expect(over({ since: 'last_tool_call' }, [at(19, 'submit')], { marks }).outcome).toBe('failed');
  expect(over({ since: 'last_tool_call' }, [at(20, 'submit')], { marks }).clauses[0]?.observed).toBe(
    '1 of 1 requests',
  );
});

test('before the first tool call there is no request since it', () => {
  expect(over({ since: 'last_tool_call' }, [at(5, 'submit')]).outcome).toBe('failed');
});

test('an invalid regular expression is a literal substring', () => {
  expect(over({ url_pattern: 'q=(a' }, [at(1, 'http://a.test/?q=(a')]).outcome).toBe('passed');
  expect(over({ url_pattern: 'q=(a' }, [at(1, 'http://a.test/?q=a')]).outcome).toBe('failed');
});

test('a URL that is too long leaves a clause undecided only if its status is wanted', () => {
  const long = `data:text/plain,${'x'.repeat(10_000)}`;
  expect(over({}, [at(1, long)]).outcome).toBe('inconclusive');
  expect(over({}, [at(1, long, 404)]).outcome).toBe('failed');
  expect(over({}, [at(1, long), at(2, 'submit')]).outcome).toBe('passed');
  expect(over({}, [{ ...at(1, 'data:'), urlLength: 10_016 }]).outcome).toBe('inconclusive');
});

test('a pattern that ran out of time is not tried on every request', () => {
  let calls = 0;
  const slow: Match = () => {
    calls += 1;
    return { reason: 'the pattern ran for more than 50 ms' };
  };
  const requests = Array.from({ length: 500 }, (_, i) => at(i, `http://a.test/${i}`));
  expect(over({}, requests, {}, slow).evidence).toMatchObject({ outcome: 'inconclusive', scanned: 500 });
  expect(calls).toBe(1);
});

test('a URL that was requested often is matched once', () => {
  let calls = 0;
  const counting: Match = (pattern, input) => {
    calls += 1;
    return plainMatch(pattern, input);
  };
  const requests = Array.from({ length: 50 }, (_, i) => at(i, 'http://a.test/submit'));
  expect(over({}, requests, {}, counting).evidence).toMatchObject({ matched: 50 });
  expect(calls).toBe(1);
});
