import { expect, test } from 'vitest';
import type { Change } from '../../judge/changes/change.ts';
import type { EpisodeState } from './gatherer.ts';
import { rewards } from './rewards.ts';

const door = { acts: 1, firstActAtMs: 1500, answers: 0, refused: null, scripted: false };
const added = (table: string, key: string, row: object): Change => ({
  table,
  key,
  op: 'added',
  before: null,
  after: { id: key, path: '/', ...row },
});
const first = { raw: 0.5, reason: null, event: 'click', inStart: true, atMs: 1600 };

function gathered(told: EpisodeState | undefined) {
  const seen = { watch: null, tab: null, options: { startedAtMs: 1000, told } };
  // The gatherer reads only these options.
  return rewards.gather(['a.test'], seen as unknown as Parameters<typeof rewards.gather>[1]);
}

const holding = (changes: Change[], host = 'a.test'): EpisodeState => ({
  changes: () => new Map([[host, changes]]),
  requests: null,
  door: () => door,
});

test('the tables of a host and the deeds at the door become one fact, with times since the start', () => {
  const told = holding([
    added('documents', '1', { served: true }),
    added('documents', '2', { served: false }),
    added('starts', '1', { goal: 'Go.' }),
    added('ends', '1', first),
    added('ends', '2', { ...first, raw: 1 }),
  ]);
  const end = { raw: 0.5, reason: null, event: 'click', inStart: true, atMs: 600 };
  const counts = { documents: 2, starts: 1, ends: 2, end };
  const deeds = { acts: 1, firstActMs: 500, answers: 0, refused: null, scripted: false };
  expect(gathered(told)).toEqual({ rewards: { 'a.test': { ...counts, ...deeds } } });
});

test.each<[string, EpisodeState | undefined, string]>([
  ['the real web', { changes: null, requests: null }, 'the real web hands out no state'],
  ['no word of it', undefined, 'the real web hands out no state'],
  ['an unsettled host', { ...holding([]), unsettled: 'still open' }, 'still open'],
  ['another host', holding([], 'b.test'), 'a.test hands out no state'],
  [
    'an end without a reward',
    holding([added('ends', '1', { ...first, raw: 'much' })]),
    'a.test: the table ends: raw: must be a number',
  ],
])('%s is an error', (_, told, error) => {
  expect(gathered(told)).toEqual({ rewards: { 'a.test': { error: expect.stringContaining(error) } } });
});
