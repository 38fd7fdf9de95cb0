import { html } from 'hono/html';
import { backOf } from '../../../site/exchange.ts';
import { closeIssue } from '../../deeds/close-issue.ts';
import { findIssue } from '../../deeds/find-issue.ts';
import { handsOf, mayChange } from '../../deeds/may.ts';
import { setProperties } from '../../deeds/properties.ts';
import type { Exchange } from '../../parts/exchange.ts';
import type { Issue } from '../../state/rows.ts';
import { keyIn, priorities, statuses } from '../../state/words-of.ts';
import type { Page } from '../page.ts';

/** Changes several issues at once, or none if one of them does not allow it. */
export const bulkPage: Page = (site) => {
  site.post('/bulk', (exchange) => {
    const { track, form, lead } = exchange;
    const back = backOf(exchange, '/issues');
    const issues = [...new Set(form.getAll('issue'))].flatMap((key) => findIssue(track, key) ?? []);
    if (issues.length === 0) return lead(back, 'nothing-chosen');
    const locked = issues.filter(({ project }) => !mayChange(track, project));
    if (locked.length > 0)
      return refuse(
        exchange,
        back,
        `You may not change ${keysOf(locked)}: the project is read only for you.`,
      );
    const assignee = form.get('assignee-to') ?? '';
    const without = issues.filter(({ project }) => !canHave(exchange, project, assignee));
    if (without.length > 0)
      return refuse(
        exchange,
        back,
        `${keysOf(without)} cannot be assigned to a person who is not a member there.`,
      );
    for (const issue of issues) change(exchange, issue, assignee);
    return lead(back, 'issues-changed');
  });
};

const keysOf = (issues: readonly Issue[]) => issues.map(({ key }) => key).join(', ');

function canHave({ track }: Exchange, project: string, assignee: string): boolean {
  return ['', 'nobody'].includes(assignee) || handsOf(track, project).some(({ id }) => id === assignee);
}

function refuse({ show }: Exchange, back: string, words: string) {
  return show(
    'Not changed',
    html`<h1>Not changed</h1><p role="alert">${words} None of the selected issues was changed.</p><p><a class="button" href="${back}">Back</a></p>`,
    422,
  );
}

function change({ track, said }: Exchange, issue: Issue, assignee: string): void {
  const { store } = track;
  const status = keyIn(statuses, said('status-to'));
  const priority = keyIn(priorities, said('priority-to'));
  const milestone = store.get('milestones', said('milestone-to'));
  const label = store.get('labels', said('label-to'));
  if (status === 'closed') closeIssue(track, issue, 'done');
  setProperties(track, store.get('issues', issue.id) ?? issue, {
    // A closed issue can be reopened only on its own page.
    ...(status && status !== 'closed' && issue.status !== 'closed' && { status }),
    ...(priority && { priority }),
    ...(assignee !== '' && { assignee: assignee === 'nobody' ? null : assignee }),
    ...(said('milestone-to') === 'none' && { milestone: null }),
    ...(milestone?.project === issue.project && { milestone: milestone.id }),
    ...(label?.project === issue.project && { labels: [...new Set([...issue.labels, label.id])].sort() }),
  });
}
