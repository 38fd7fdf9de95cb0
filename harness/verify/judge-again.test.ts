import { expect, test } from 'vitest';
import { type Facts, nothingCollected } from '../contract/facts.ts';
import type { SavedFacts } from '../episode/episode.ts';
import type { Result, Status } from '../result/result.ts';
import { exampleResult } from '../testing/example-run.ts';
import { judgeAgain, looksTwice, statusAgain } from './judge-again.ts';

const contract = { kind: 'url', pattern: 'goal$' } as const;
const at = (url: string): Facts => ({ ...nothingCollected, url });
const [there, elsewhere] = [at('https://a.test/goal'), at('https://a.test/')];
const drift = { reason: 'final_url_changed', step: 1, expected: 'a', actual: 'b' } as const;
const looks = (first: Facts, provenance: boolean | null, second: SavedFacts['second']): SavedFacts => ({
  first,
  provenance,
  second,
});

test.each<[string, SavedFacts, Partial<Result>, Status, string | null]>([
  ['all looks hold', looks(there, true, there), { status: 'passed' }, 'passed', null],
  ['the second does not', looks(there, true, elsewhere), { status: 'tampered' }, 'tampered', 'https'],
  ['a forged pass', looks(there, true, elsewhere), { status: 'passed' }, 'tampered', 'https'],
  ['no document', looks(there, false, null), { status: 'tampered' }, 'tampered', 'the address was set'],
  ['no second look', looks(there, true, { unavailable: 'x' }), { status: 'passed' }, 'inconclusive', null],
  ['the first does not', looks(elsewhere, null, null), { status: 'failed' }, 'failed', 'https'],
  ['stopped by steps', looks(elsewhere, null, null), { status: 'max_steps' }, 'max_steps', 'https'],
  ['held when stopped by steps', looks(there, null, null), { status: 'max_steps' }, 'passed', null],
  ['out of time', looks(there, null, null), { status: 'timeout' }, 'timeout', null],
  ['drift at the end', looks(there, true, there), { status: 'replay_drift', drift }, 'replay_drift', null],
  ['drift that is not told', looks(there, true, there), { status: 'replay_drift' }, 'passed', null],
  ['told and not held', looks(elsewhere, null, null), { status: 'replay_drift', drift }, 'failed', 'https'],
])('%s', (_, facts, stored, status, observed) => {
  const judged = judgeAgain(contract, facts);
  expect(statusAgain(exampleResult(stored), judged)).toBe(status);
  if (observed === null) expect(judged.failed).toBeNull();
  else expect(judged.failed?.observed).toContain(observed);
});

test('the second look was asked for exactly where the task and the stop say so', () => {
  const asked = (stored: Partial<Result>, verify = 'reload') =>
    looksTwice(exampleResult(stored), verify, 'passed');
  expect(asked({ status: 'passed' })).toBe(true);
  expect(asked({ status: 'passed' }, 'live')).toBe(false);
  expect(asked({ status: 'replay_drift', drift })).toBe(true);
  expect(asked({ status: 'replay_drift', drift: { ...drift, reason: 'unbound_value' } })).toBe(false);
  expect(asked({ status: 'timeout' })).toBe(false);
  expect(asked({ status: 'adapter_error' })).toBeNull();
  expect(looksTwice(exampleResult(), 'reload', 'failed')).toBe(false);
});
