import { expect, test } from 'vitest';
import { plainMatch } from '../../testing/arbitrary-contracts.ts';
import { earned } from '../../testing/reward-page.ts';
import type { HostReward, RewardEnd } from '../fact-kinds/rewards.ts';
import { nothingCollected } from '../facts.ts';
import { judge, showsForgery } from '../judge.ts';

const end: RewardEnd = { raw: 1, reason: 'done', event: 'click', inStart: true, atMs: 900 };
const clean: HostReward = {
  documents: 1,
  starts: 1,
  ends: 1,
  end,
  acts: 2,
  firstActMs: 900,
  answers: 0,
  refused: null,
  scripted: false,
};

function judged(change: Partial<HostReward>, clause: Parameters<typeof earned>[0] = {}) {
  const contract = earned(clause);
  const facts = { ...nothingCollected, rewards: { 'a.test': { ...clean, ...change } } };
  const verdict = judge(contract, facts, plainMatch);
  const { evidence } = verdict;
  if (evidence.kind !== 'reward') throw new Error(`got evidence of ${evidence.kind}`);
  return [evidence.broken, showsForgery(verdict, contract), verdict.failed?.observed ?? null];
}

const ended = (change: Partial<RewardEnd>) => ({ end: { ...end, ...change } });
const one = '1 document, 2 inputs';

test.each<[Partial<HostReward>, unknown[]]>([
  [{}, [null, false, null]],
  [ended({ raw: 0.01 }), [null, false, null]],
  [
    { documents: 0 },
    ['not_asked', false, 'the page was not asked for; reward 1 on click, 0 documents, 2 inputs'],
  ],
  [{ starts: 0, ends: 0, end: null }, ['not_started', false, `the page began no episode; no end, ${one}`]],
  [{ ends: 0, end: null }, ['not_ended', false, `not ended; no end, ${one}`]],
  [ended({ raw: 0 }), ['too_low', false, `the reward is too low; reward 0 on click, ${one}`]],
])('%j is judged as %j', (change, expected) => {
  expect(judged(change)).toEqual(expected);
});

test.each<[Partial<HostReward>, string, boolean]>([
  [{ documents: 2 }, 'other_document', false],
  [{ starts: 2 }, 'other_start', false],
  [ended({ inStart: false }), 'other_episode', false],
  [ended({ event: null }), 'acted_by_script', false],
  [{ ...ended({ event: null }), firstActMs: null, acts: 0 }, 'acted_by_script', true],
  [{ ...ended({ event: null, raw: -1 }), firstActMs: null, acts: 0 }, 'too_low', false],
  [{ firstActMs: 901 }, 'no_input', true],
  [{ ...ended({ event: 'focus' }), firstActMs: 901 }, 'no_input', false],
  [{ refused: 'javascript:0', ends: 0, end: null }, 'refused_address', true],
  [{ answers: 1 }, 'answered_by_guest', true],
  [{ answers: 1, ends: 0, end: null }, 'answered_by_guest', false],
  [{ scripted: true }, 'ended_by_script', true],
])('%j breaks the rule %s; forged: %s', (change, broken, forged) => {
  expect(judged(change).slice(0, 2)).toEqual([broken, forged]);
});

test('the fields of a clause set the limit, the events, and whether an input is needed', () => {
  expect(judged(ended({ raw: 0.5 }), { above: 0.5 })[0]).toBe('too_low');
  expect(judged(ended({ event: 'keydown' }), { ends_on: ['click'] })[0]).toBe('other_event');
  const focused = { ...ended({ event: 'focus' as const }), acts: 0, firstActMs: null };
  expect(judged(focused, { without_input: true })[0]).toBeNull();
  expect(judged(focused)[0]).toBe('no_input');
});
