import type { Comment, Event, Issue } from '../state/rows.ts';
import type { Track } from '../state/track.ts';

export type Doing = {
  readonly at: string;
  readonly actor: string;
  readonly issue: string;
  readonly what: Comment | Event | Issue;
};

/** All actions, newest first. */
export function activity({ store }: Track): readonly Doing[] {
  return [
    ...store.all('issues').map((what) => ({ at: what.created, actor: what.author, issue: what.id, what })),
    ...store.all('comments').map((what) => ({ at: what.at, actor: what.author, issue: what.issue, what })),
    ...store.all('events').map((what) => ({ at: what.at, actor: what.actor, issue: what.issue, what })),
  ]
    .toReversed() // at the same time, the row added last comes first
    .sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
}

/** The time of the last action on each issue. */
export function updatedOf({ store }: Track): ReadonlyMap<string, string> {
  const updated = new Map(store.all('issues').map(({ id, created }) => [id, created]));
  for (const { issue, at } of [...store.all('comments'), ...store.all('events')])
    if (at > (updated.get(issue) ?? '')) updated.set(issue, at);
  return updated;
}
