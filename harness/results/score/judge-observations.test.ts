import { expect, test } from 'vitest';
import { type Facts, nothingCollected } from '../../judge/facts.ts';
import type { Status } from '../records/statuses.ts';
import { asksTwice, judgeObservations } from './judge-observations.ts';
import { decideStatus } from './score-episode.ts';
import { Observations, type Stop } from './trajectory.ts';

const match = (pattern: string, input: string) => ({ matched: new RegExp(pattern).test(input) });
const task = { success: { kind: 'url', pattern: 'goal$' }, verify: 'reload' } as const;
const at = (url: string): Facts => ({ ...nothingCollected, url });
const [there, elsewhere] = [at('https://a.test/goal'), at('https://a.test/')];
const drift = { reason: 'final_url_changed', step: 1, expected: 'a', actual: 'b' } as const;
const seen = (first: Facts, provenance: boolean | null, second: Observations['second']): Observations => ({
  first,
  provenance,
  second,
});

test.each<[string, Observations, Stop, Status, string | null]>([
  ['all observations hold', seen(there, true, there), 'done', 'passed', null],
  ['the second does not hold', seen(there, true, elsewhere), 'done', 'tampered', 'https'],
  ['no document', seen(there, false, null), 'done', 'tampered', 'the address was set'],
  ['the second could not be had', seen(there, true, { unavailable: 'x' }), 'done', 'inconclusive', null],
  ['the second is missing', seen(there, true, null), 'done', 'inconclusive', null],
  ['provenance is missing', seen(there, null, null), 'done', 'inconclusive', null],
  ['the first does not hold', seen(elsewhere, null, null), 'done', 'failed', 'https'],
  ['stopped by steps', seen(elsewhere, null, null), 'max_steps', 'max_steps', 'https'],
  ['held when stopped by steps', seen(there, true, there), 'max_steps', 'passed', null],
  ['out of time', seen(there, null, null), 'timeout', 'timeout', null],
])('%s', (_, observations, stop, status, observed) => {
  const { outcome, secondOutcome, failed } = judgeObservations(task, stop, observations, match);
  expect(decideStatus({ stop, outcome, secondOutcome, drift: null, driftAtEnd: null })).toBe(status);
  if (observed === null) expect(failed).toBeNull();
  else expect(failed?.observed).toContain(observed);
});

const texts = (first: string | null, second: string | null, withCookies: string | null = null) => ({
  texts: { first, second, withCookies },
});
const rewritten = (of: Observations['texts'], second: Observations['second'] = there): Observations => ({
  ...seen(there, false, second),
  ...(of ? { texts: of } : {}),
});
const walled = { ...seen(there, true, elsewhere), version: 2 } as const;
const live = (version: 2 | undefined, second: Observations['second'], provenance: boolean | null = true) => ({
  ...seen(there, provenance, second),
  ...(version ? { version } : {}),
});
const liveRewritten = (...[one, other]: [string, string]): Observations => ({
  ...live(2, there, false),
  ...texts(one, other),
});

test.each<[string, Observations, 'reload' | 'live', Status, string | null]>([
  ['rewritten, the same text', rewritten(texts('a', 'a').texts), 'reload', 'passed', null],
  ['rewritten, another text', rewritten(texts('a', 'b').texts), 'reload', 'tampered', 'the address was set'],
  ['rewritten, no text', rewritten(texts(null, null).texts), 'reload', 'tampered', 'the address was set'],
  ['rewritten, not there', rewritten(texts('a', 'a').texts, elsewhere), 'reload', 'tampered', 'the address'],
  [
    'rewritten, not had',
    rewritten(texts('a', null).texts, { unavailable: 'x' }),
    'reload',
    'inconclusive',
    null,
  ],
  ['a wall, open to cookies', { ...walled, withCookies: there }, 'reload', 'passed', null],
  ['a wall, open to nobody', { ...walled, withCookies: elsewhere }, 'reload', 'tampered', 'https'],
  ['a wall, no tab', { ...walled, withCookies: { unavailable: 'x' } }, 'reload', 'tampered', 'https'],
  [
    'a wall and rewritten',
    { ...rewritten(texts('a', 'b', 'a').texts, elsewhere), withCookies: there },
    'reload',
    'passed',
    null,
  ],
  [
    'a wall and forged',
    { ...rewritten(texts('a', 'b', 'b').texts, elsewhere), withCookies: there },
    'reload',
    'tampered',
    'the address',
  ],
  ['live, seen again', live(2, there), 'live', 'passed', null],
  ['live, not seen again', live(2, elsewhere), 'live', 'tampered', 'https'],
  ['live, not had again', live(2, { unavailable: 'x' }), 'live', 'inconclusive', null],
  ['live, none made', live(2, null), 'live', 'inconclusive', null],
  ['live, from no web', live(2, null, false), 'live', 'tampered', 'the address was set'],
  ['live, rewritten, the same text', liveRewritten('a', 'a'), 'live', 'passed', null],
  ['live, rewritten, another text', liveRewritten('a', 'b'), 'live', 'inconclusive', null],
  ['live, rewritten, not there', live(2, elsewhere, false), 'live', 'tampered', 'https'],
  ['live, saved when it was observed once', live(undefined, null, null), 'live', 'passed', null],
])('%s', (_, observations, verify, status, observed) => {
  expect(Observations.parse(observations)).toEqual(observations);
  const { outcome, secondOutcome, failed } = judgeObservations(
    { ...task, verify },
    'done',
    observations,
    match,
  );
  expect(decideStatus({ stop: 'done', outcome, secondOutcome, drift: null, driftAtEnd: null })).toBe(status);
  if (observed === null) expect(failed).toBeNull();
  else expect(failed?.observed).toContain(observed);
});

test('drift at the end takes a pass away and explains no failure', () => {
  const statusOf = (observations: Observations) => {
    const judgement = judgeObservations(task, 'done', observations, match);
    return decideStatus({ ...judgement, stop: 'done', drift: null, driftAtEnd: drift });
  };
  expect(statusOf(seen(there, true, there))).toBe('replay_drift');
  expect(statusOf(seen(elsewhere, null, null))).toBe('failed');
});

test('a second observation is asked for exactly where the first one passes and the stop lets it count', () => {
  expect(asksTwice('done', 'passed')).toBe(true);
  expect(asksTwice('held', 'passed')).toBe(true);
  expect(asksTwice('max_steps', 'passed')).toBe(true);
  expect(asksTwice('done', 'failed')).toBe(false);
  for (const stop of ['timeout', 'budget_exceeded', 'drift', 'tool_error', 'adapter_error'] as const)
    expect(asksTwice(stop, 'passed')).toBe(false);
});
