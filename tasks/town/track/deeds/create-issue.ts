import { rowId } from '../../state/row-id.ts';
import { watchId } from '../state/ids.ts';
import type { Issue } from '../state/rows.ts';
import type { Track } from '../state/track.ts';
import { nextKey } from './find-issue.ts';
import { postAssigned, postMentions } from './mails.ts';
import type { Properties } from './properties.ts';

export type NewIssue = Properties & { readonly title: string; readonly text: string };

/** Creates one issue per form: `ticket` is the next number at the time the form was served. */
export function createIssue(track: Track, project: string, ticket: string, fields: NewIssue): Issue {
  const { world, store, me } = track;
  const submission = rowId(world.seed, 'submissions', ticket, project, JSON.stringify(fields));
  const made = store.get('issues', store.get('submissions', submission)?.issue ?? '');
  if (made) return made;
  const key = nextKey(track, project);
  const issue: Issue = {
    id: key,
    key,
    formerKeys: [],
    project,
    author: me,
    created: world.now,
    reason: null,
    ...fields,
  };
  store.add('issues', issue);
  store.add('submissions', { id: submission, issue: key });
  if (store.get('settings', 'settings')?.watchOwn)
    store.add('watches', { id: watchId(key, me), issue: key, person: me });
  postAssigned(track, issue);
  postMentions(track, issue, issue.text);
  return issue;
}
