import type { Issue } from '../state/rows.ts';
import type { Track } from '../state/track.ts';
import { changeIssue } from './history.ts';
import { postAssigned } from './mails.ts';

/** What the form beside an issue says of it. */
export type Properties = Pick<Issue, 'assignee' | 'priority' | 'labels' | 'milestone' | 'estimate'> & {
  readonly status: Issue['status'];
};

/** Whoever has it already hears nothing. False where nothing was changed. */
export function setProperties(track: Track, issue: Issue, fields: Partial<Properties>): boolean {
  const isChanged = changeIssue(track, issue.id, fields);
  const after = track.store.get('issues', issue.id);
  if (after && after.assignee !== issue.assignee) postAssigned(track, after);
  return isChanged;
}
