import { rowId } from '../../state/row-id.ts';
import type { Issue } from '../state/rows.ts';
import type { Track } from '../state/track.ts';
import { postMentions } from './mails.ts';

/** Adds one comment per form: `after` is the last comment at the time the form was served. */
export function addComment(track: Track, issue: Issue, after: string, text: string): void {
  const { world, store, me: author } = track;
  const id = rowId(world.seed, 'comments', issue.id, after, text);
  if (store.get('comments', id)) return;
  store.add('comments', { id, issue: issue.id, author, at: world.now, text });
  postMentions(track, issue, text);
}
