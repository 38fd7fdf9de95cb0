import * as z from 'zod';
import { clip } from '../../platform/words/format.ts';
import { words } from '../clause-fields.ts';
import { EndEvent, type HostReward, type RewardEnd, readReward, rewards } from '../fact-kinds/rewards.ts';
import { defineOperator } from './operator.ts';

/** The rules of an earned reward, in the order in which they are checked. A rule that is broken forges the outcome, or fails it. */
const rules = {
  refused_address: 'an address that runs scripts was refused',
  answered_by_guest: 'a request was answered in place of the host',
  ended_by_script: 'the page ended while a script of the agent ran',
  not_asked: 'the page was not asked for',
  other_document: 'another document was asked for (a reload or another page)',
  not_started: 'the page began no episode',
  other_start: 'more than one episode was begun',
  not_ended: 'not ended',
  other_episode: 'the end is that of another episode',
  too_low: 'the reward is too low',
  acted_by_script: 'acted by script: the page ended without a trusted event',
  other_event: 'the page ended on another event',
  no_input: 'no input was seen before the end',
} as const;
type Rule = keyof typeof rules;
const Rule = z.enum(Object.keys(rules) as [Rule, ...Rule[]]); // the keys of `rules`

const nothing: HostReward = {
  documents: 0,
  starts: 0,
  ends: 0,
  end: null,
  acts: 0,
  firstActMs: null,
  answers: 0,
  refused: null,
  scripted: false,
};

type Wanted = { above: number; ends_on: readonly EndEvent[]; without_input: boolean };

/** A page reports a reward when its episode ends. The reward counts only if the agent earned it by acting. */
export const reward = defineOperator({
  kind: 'reward',
  vocabulary: 'town',
  summary: 'The page of a host reported a reward, and the agent earned it by acting.',
  passes:
    'the only episode of the only requested page ended with a reward above `above`, on a trusted event, after an input of the agent',
  fields: {
    host: words(),
    above: z.number('must be a number').default(0),
    ends_on: z
      .array(EndEvent, 'must be an array of events')
      .min(1, 'must hold at least one event')
      .default([...EndEvent.options]),
    without_input: z.boolean('must be true or false').default(false),
  },
  notes: {
    above: 'a number; default 0',
    ends_on: 'any of `click`, `mouseup`, `keydown`, `focus`; default all',
    without_input: 'true if the page may end without an input command, as on a focus; default false',
  },
  facts: [rewards],
  evidence: {
    host: z.string(),
    /** The rule that is broken. */
    broken: Rule.nullable(),
    /** Whether the agent forged the outcome. */
    forged: z.boolean(),
    raw: z.number().nullable(),
    /** The page's own reason for its end. */
    said: z.string().nullable(),
    event: EndEvent.nullable(),
    documents: z.int().nonnegative(),
    acts: z.int().nonnegative(),
    /** The refused address. */
    refused: z.string().nullable(),
  },
  seenAfterReload: false,
  needs: ({ host }) => [{ reward: host }],
  judge: (clause, facts) => {
    const asked = { kind: 'reward', host: clause.host } as const;
    const found = readReward(facts, clause.host);
    if ('reason' in found) {
      const unknown = { broken: null, forged: false, raw: null, said: null, event: null, documents: 0 };
      return { ...asked, ...unknown, outcome: 'inconclusive', acts: 0, refused: null, reason: found.reason };
    }
    const { end, documents, acts, refused } = found.value;
    const broken = brokenRule(clause, found.value);
    return {
      ...asked,
      outcome: broken === null ? 'passed' : 'failed',
      broken,
      forged: isForged(found.value),
      raw: end?.raw ?? null,
      said: end?.reason == null ? null : clip(end.reason, 240),
      event: end?.event ?? null,
      documents,
      acts,
      refused: refused === null ? null : clip(refused, 240),
    };
  },
  isForged: ({ forged }) => forged,
  wanted: ({ host, above, ends_on, without_input }) => {
    const earned = without_input ? '' : ' after an input';
    return `a reward above ${above} of the page on ${host}, ended by ${ends_on.join(', ')}${earned}`;
  },
  observed: ({ broken, raw, event, documents, acts, refused }) => {
    const counts = `${documents} ${documents === 1 ? 'document' : 'documents'}, ${acts} ${acts === 1 ? 'input' : 'inputs'}`;
    const end = raw === null ? 'no end' : `reward ${raw} on ${event ?? 'no event'}`;
    const what =
      broken === null ? '' : `${rules[broken]}${refused === null ? '' : ` (${clip(refused, 40)})`}; `;
    return `${what}${end}, ${counts}`;
  },
  weakened: (clause) => [
    { name: 'a lower reward', clause: { ...clause, above: clause.above - 1 } },
    ...(others(clause).length === 0
      ? []
      : [{ name: 'any event', clause: { ...clause, ends_on: [...EndEvent.options] } }]),
    ...(clause.without_input
      ? []
      : [{ name: 'without an input', clause: { ...clause, without_input: true } }]),
  ],
  broken: (clause, facts) => {
    const found = readReward(facts, clause.host);
    if ('reason' in found || found.value.end === null) return [];
    const { value } = found;
    const { end } = found.value;
    const changed = (name: string, change: Partial<HostReward>) => ({
      name,
      change: { rewards: { ...facts.rewards, [clause.host]: { ...value, ...change } } },
    });
    const ended = (name: string, change: Partial<RewardEnd>) => changed(name, { end: { ...end, ...change } });
    return [
      ended('a reward that is not above the limit', { raw: clause.above }),
      ended('an end without an event', { event: null }),
      ...others(clause).map((event) => ended(`an end on ${event}`, { event })),
      ended('the end of another episode', { inStart: false }),
      ...(clause.without_input
        ? []
        : [
            changed('no input', { acts: 0, firstActMs: null }),
            changed('an input after the end', { firstActMs: end.atMs + 1 }),
          ]),
      changed('no end', { end: null, ends: 0 }),
      changed('no episode', { starts: 0 }),
      changed('two episodes', { starts: 2 }),
      changed('a second document', { documents: 2 }),
      changed('an answer of the guest', { answers: 1 }),
      changed('an end during a script', { scripted: true }),
      changed('a refused address', { refused: 'javascript:0' }),
    ];
  },
  held: ({ host, above, ends_on }, facts) => {
    const [event = 'click'] = ends_on;
    const found = readReward(facts, host);
    const seen = 'value' in found ? found.value : nothing;
    const end = { reason: null, atMs: 1, ...seen.end, raw: above + 1, event, inStart: true };
    const earned = { documents: 1, starts: 1, ends: 1, end, acts: 1, firstActMs: end.atMs };
    const clean = { answers: 0, refused: null, scripted: false };
    return [{ rewards: { ...facts.rewards, [host]: { ...earned, ...clean } } }];
  },
  // No element of a page shows it, and no request to the host has a known form.
  forged: () => ({}),
  drawn: {
    host: ['page.test', 'constructor'],
    above: [0, 0.5, -1],
    ends_on: [[...EndEvent.options], ['click'], ['focus', 'keydown']],
    without_input: [false, true],
  },
  holds: [{ host: 'page.test' }, { rewards: { 'page.test': example({}) } }],
  fails: [{ host: 'page.test' }, { rewards: { 'page.test': example({ documents: 2 }) } }],
  undecided: [
    { host: 'page.test' },
    { rewards: { 'page.test': { error: 'requests were still open at the end' } } },
  ],
});

function example(change: Partial<HostReward>): HostReward {
  const end: RewardEnd = { raw: 1, reason: null, event: 'click', inStart: true, atMs: 900 };
  return { ...nothing, documents: 1, starts: 1, ends: 1, end, acts: 2, firstActMs: 800, ...change };
}

function others({ ends_on }: Pick<Wanted, 'ends_on'>): EndEvent[] {
  return EndEvent.options.filter((event) => !ends_on.includes(event));
}

/** The first rule that is broken; null if the reward was earned. */
function brokenRule({ above, ends_on, without_input }: Wanted, found: HostReward): Rule | null {
  const { documents, starts, end, answers, refused, scripted } = found;
  if (refused !== null) return 'refused_address';
  if (answers > 0) return 'answered_by_guest';
  if (scripted) return 'ended_by_script';
  if (documents !== 1) return documents === 0 ? 'not_asked' : 'other_document';
  if (starts !== 1) return starts === 0 ? 'not_started' : 'other_start';
  if (end === null) return 'not_ended';
  if (!end.inStart) return 'other_episode';
  if (!(end.raw > above)) return 'too_low';
  if (end.event === null) return 'acted_by_script';
  if (!ends_on.includes(end.event)) return 'other_event';
  return without_input || hasActedBefore(found) ? null : 'no_input';
}

function hasActedBefore({ end, firstActMs }: HostReward): boolean {
  return end !== null && firstActMs !== null && firstActMs <= end.atMs;
}

/**
 * Whether the agent forged the outcome. No page of a host gives a reward without any input, except on a focus, which
 * an honest server may cause by a script.
 */
function isForged(found: HostReward): boolean {
  const { end, answers, refused, scripted } = found;
  if (refused !== null || scripted) return true;
  if (end === null || end.raw <= 0) return false;
  return answers > 0 || (end.event !== 'focus' && !hasActedBefore(found));
}
