import * as z from 'zod';
import { clip } from '../../platform/words/format.ts';
import { notCollected, type Reading } from '../page-state.ts';
import { defineFactKind, ownFact } from './fact-kind.ts';

const count = z.int().nonnegative();

/** The types of a trusted event during which a page may end its episode. */
export const EndEvent = z.enum(
  ['click', 'mouseup', 'keydown', 'focus'],
  'must be one of click, mouseup, keydown, focus',
);
export type EndEvent = z.infer<typeof EndEvent>;

/** An end that a page reported. */
export const RewardEnd = z.strictObject({
  /** As the page computed it, without a discount for time. */
  raw: z.number(),
  /** The page's own reason. */
  reason: z.string().nullable(),
  /** The type of the trusted event that was dispatched at that moment; null if there was none. */
  event: EndEvent.nullable(),
  /** Whether it ended the episode that the page began. */
  inStart: z.boolean(),
  /** Milliseconds since the start of the attempt. */
  atMs: z.number(),
});
export type RewardEnd = z.infer<typeof RewardEnd>;

const HostReward = z.strictObject({
  /** Requests for the page's document. */
  documents: count,
  /** Episodes that a page began. */
  starts: count,
  ends: count,
  /** The first end. */
  end: RewardEnd.nullable(),
  /** Acting commands of the domain Input, by all guests. */
  acts: count,
  /** Milliseconds since the start of the attempt. */
  firstActMs: z.number().nullable(),
  /** Requests that a guest answered in place of a host. */
  answers: count,
  /** The first address that was refused, because it can run a script. */
  refused: z.string().nullable(),
  /** Whether an end was reported while a script of a guest ran. */
  scripted: z.boolean(),
});
export type HostReward = z.infer<typeof HostReward>;

export type Rewards = {
  rewards?: Record<string, HostReward | { error: string }> | undefined;
};

/** What a host knows of the reward of its page, with the deeds of the guests. */
export const rewards = defineFactKind({
  name: 'reward',
  asked: 'each',
  shape: {
    /** Keyed by the hosts that the contract names. */
    rewards: z.record(z.string(), z.union([HostReward, z.strictObject({ error: z.string() })])).optional(),
  },
  nothing: {},
  compact: ({ rewards }, clauses: readonly { host: string }[]) => {
    if (clauses.length === 0 || rewards === undefined) return {};
    const hosts = new Set(clauses.map(({ host }) => host));
    const kept = Object.entries(rewards)
      .filter(([host]) => hosts.has(host))
      .map(([host, found]) => [host, 'error' in found ? { error: clip(found.error, 240) } : cut(found)]);
    return { rewards: Object.fromEntries(kept) };
  },
});

const longest = 240;

function cut({ end, refused, ...counts }: HostReward): HostReward {
  return {
    ...counts,
    end: end && { ...end, reason: end.reason === null ? null : clip(end.reason, longest) },
    refused: refused === null ? null : clip(refused, longest),
  };
}

/** The host reports the reward, not the page: an unreadable page does not make it inconclusive. */
export function readReward(facts: Rewards, host: string): Reading<HostReward> {
  const found = ownFact(facts.rewards ?? {}, host);
  if (found === undefined) return notCollected(`reward of ${host}`);
  return 'error' in found ? { reason: found.error } : { value: found };
}
