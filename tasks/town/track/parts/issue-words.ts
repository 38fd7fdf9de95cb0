import { html } from 'hono/html';
import type { Issue } from '../state/rows.ts';
import type { Track } from '../state/track.ts';
import { priorities, statusWords } from '../state/words-of.ts';

export const statusChip = (issue: Pick<Issue, 'status' | 'reason'>) =>
  html`<span class="status ${issue.status.replace(' ', '-')}">${statusWords(issue)}</span>`;

export const priorityWords = ({ priority }: Issue) =>
  html`<span class="priority ${priority}">${priorities[priority]}</span>`;

export function labelChips({ store }: Track, labels: readonly string[]) {
  return labels.flatMap((id) => {
    const label = store.get('labels', id);
    return label ? [html`<span class="chip ${label.colour}">${label.name}</span> `] : [];
  });
}

export const issueLink = ({ key, title }: Issue) =>
  html`<a class="issue" href="/issues/${key}"><span class="key">${key}</span> ${title}</a>`;
