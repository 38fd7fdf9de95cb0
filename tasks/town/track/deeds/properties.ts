import type { Issue } from '../state/rows.ts';
import type { Track } from '../state/track.ts';
import { changeIssue } from './history.ts';
import { postAssigned } from './mails.ts';

/** The fields of the form beside an issue. */
export type Properties = Pick<Issue, 'assignee' | 'priority' | 'labels' | 'milestone' | 'estimate'> & {
  readonly status: Issue['status'];
};

/** The current assignee gets no mail. False if nothing changed. */
export function setProperties(track: Track, issue: Issue, fields: Partial<Properties>): boolean {
  const isChanged = changeIssue(track, issue.id, fields);
  const after = track.store.get('issues', issue.id);
  if (after && after.assignee !== issue.assignee) postAssigned(track, after);
  return isChanged;
}
