import { linkId } from '../state/ids.ts';
import type { Issue, Link } from '../state/rows.ts';
import type { Track } from '../state/track.ts';
import { mayChange } from './may.ts';

/** The words of a link, read from either end. */
export const ways = {
  blocks: 'blocks',
  'blocked-by': 'is blocked by',
  relates: 'relates to',
} as const;

export type Way = keyof typeof ways;

/** Returns the reason for a refusal; null if the link exists now. */
export function linkIssues(
  { store }: Track,
  issue: Issue,
  way: Way,
  other: Issue | undefined,
): string | null {
  if (!other) return 'There is no issue with this key.';
  if (other.id === issue.id) return 'An issue is not linked to itself.';
  const [from, to] = way === 'blocked-by' ? [other.id, issue.id] : [issue.id, other.id];
  const kind = way === 'relates' ? 'relates' : 'blocks';
  const back = store.get('links', linkId(kind, to, from));
  if (back && kind === 'blocks') return 'The other one blocks this one already. Remove that link first.';
  const id = linkId(kind, from, to);
  if (!back && !store.get('links', id)) store.add('links', { id, kind, from, to });
  return null;
}

/** The user needs write access to one end. A duplicate link stays until the issue is reopened. */
export function unlink(track: Track, link: Link): boolean {
  const ends = [link.from, link.to].flatMap((id) => track.store.get('issues', id) ?? []);
  if (link.kind === 'duplicates' || !ends.some(({ project }) => mayChange(track, project))) return false;
  track.store.remove('links', link.id);
  return true;
}
