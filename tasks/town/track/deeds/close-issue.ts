import { linkId } from '../state/ids.ts';
import type { Issue, Reason } from '../state/rows.ts';
import type { Track } from '../state/track.ts';
import { changeIssue } from './history.ts';

export function closeIssue(track: Track, issue: Issue, reason: Exclude<Reason, 'duplicate'>): void {
  endDuplicate(track, issue);
  changeIssue(track, issue.id, { status: 'closed', reason });
}

/** Removes the duplicate links of an issue. */
export function reopenIssue(track: Track, issue: Issue): void {
  if (issue.status !== 'closed') return;
  endDuplicate(track, issue);
  changeIssue(track, issue.id, { status: 'open', reason: null });
}

/** Returns the reason for a refusal; null on success. */
export function markDuplicate(track: Track, issue: Issue, original: Issue | undefined): string | null {
  if (!original) return 'There is no issue with this key.';
  if (original.id === issue.id) return 'An issue cannot be a duplicate of itself.';
  const { store } = track;
  if (store.get('links', linkId('duplicates', original.id, issue.id)))
    return `${original.key} is marked as a duplicate of ${issue.key} already.`;
  const id = linkId('duplicates', issue.id, original.id);
  if (!store.get('links', id)) {
    endDuplicate(track, issue);
    store.add('links', { id, kind: 'duplicates', from: issue.id, to: original.id });
  }
  changeIssue(track, issue.id, { status: 'closed', reason: 'duplicate' });
  return null;
}

function endDuplicate({ store }: Track, { id }: Issue): void {
  for (const link of store.all('links'))
    if (link.kind === 'duplicates' && link.from === id) store.remove('links', link.id);
}
