import type { Issue } from '../state/rows.ts';
import type { Track } from '../state/track.ts';
import { nextKey } from './find-issue.ts';
import { changeIssue } from './history.ts';
import { handsOf } from './may.ts';

/** Moves an issue: it gets the next number there, keeps labels with the same name, and loses values that the project lacks. */
export function moveIssue(track: Track, issue: Issue, project: string): void {
  if (project === issue.project) return;
  const { store } = track;
  const names = new Set(issue.labels.map((id) => store.get('labels', id)?.name));
  const labels = store
    .all('labels')
    .filter((label) => label.project === project && names.has(label.name))
    .map(({ id }) => id)
    .sort();
  const canHaveIt = handsOf(track, project).some(({ id }) => id === issue.assignee);
  changeIssue(track, issue.id, {
    project,
    key: nextKey(track, project),
    formerKeys: [...issue.formerKeys, issue.key],
    labels,
    milestone: null,
    assignee: canHaveIt ? issue.assignee : null,
  });
}
