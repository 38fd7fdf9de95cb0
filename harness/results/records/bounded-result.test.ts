import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleFailure, exampleResult } from '../examples/example-run.ts';
import { boundedResult } from './bounded-result.ts';
import { Result } from './result.ts';

test('what a page, a server or an agent can make long is cut and says so', () => {
  const long = 'x'.repeat(5000);
  const bounded = boundedResult(
    exampleFailure({
      finalUrl: `data:text/html,${long}`,
      error: long,
      failedPostcondition: { name: 'postconditions[0]', wanted: long, observed: long },
      verdict: {
        outcome: 'failed',
        clauses: [{ name: 'postconditions[0]', outcome: 'failed', observed: long }],
      },
      drift: { reason: 'final_url_changed', step: null, expected: long, actual: long },
    }),
  );
  expect(JSON.stringify(bounded).length).toBeLessThan(3000);
  expect(bounded.verdict?.clauses[0]?.observed).toBe(`${'x'.repeat(159)}…`);
});

test('a clause that passed needs no observation', () => {
  const clauses = [
    { name: 'postconditions[0]', outcome: 'passed' as const, observed: 'https://example.com/' },
  ];
  const bounded = boundedResult(exampleResult({ verdict: { outcome: 'passed', clauses } }));
  expect(bounded.verdict?.clauses).toEqual([{ name: 'postconditions[0]', outcome: 'passed' }]);
});

test('no character is cut in half', () => {
  const { finalUrl } = boundedResult(exampleResult({ finalUrl: '🦊'.repeat(400) }));
  expect(finalUrl?.isWellFormed()).toBe(true);
});

test('bounding twice changes nothing', () => {
  const text = fc.string({ unit: 'binary', maxLength: 500 });
  const ms = fc.double({ min: 0, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(text, ms, (words, durationMs) => {
      const once = boundedResult(
        exampleFailure({
          durationMs,
          finalUrl: words,
          error: words,
          failedPostcondition: { name: words, wanted: words, observed: words },
        }),
      );
      expect(boundedResult(once)).toEqual(once);
      expect(Result.parse(once)).toEqual(once);
    }),
  );
});
