import { html } from 'hono/html';
import { dayWords } from '../../site/dates.ts';
import { updatedOf } from '../lists/activity.ts';
import type { Issue } from '../state/rows.ts';
import type { Track } from '../state/track.ts';
import { issueLink, labelChips, priorityWords, statusChip } from './issue-words.ts';
import { personLink } from './people.ts';

/** Issues in rows; `boxes` adds checkboxes for bulk changes. */
export function issueTable(track: Track, issues: readonly Issue[], caption: string, boxes = false) {
  const updated = updatedOf(track);
  const row = (issue: Issue) => html`<tr>
${boxes ? html`<td class="box"><input type="checkbox" name="issue" value="${issue.key}" aria-label="Select ${issue.key}"></td>` : ''}
<th scope="row">${issueLink(issue)} <span class="chips">${labelChips(track, issue.labels)}</span></th>
<td data-name="Status">${statusChip(issue)}</td>
<td data-name="Priority">${priorityWords(issue)}</td>
<td data-name="Assignee">${personLink(track, issue.assignee)}</td>
<td data-name="Changed"><time datetime="${updated.get(issue.id)}">${dayWords(updated.get(issue.id) ?? issue.created)}</time></td>
</tr>`;
  return html`<table class="issues"><caption class="unseen">${caption}</caption>
<thead><tr>${boxes ? html`<td></td>` : ''}<th scope="col">Issue</th><th scope="col">Status</th><th scope="col">Priority</th><th scope="col">Assignee</th><th scope="col">Changed</th></tr></thead>
<tbody>${issues.map(row)}</tbody></table>`;
}
