import { html } from 'hono/html';
import { options } from '../../../site/field-parts.ts';
import { closeIssue } from '../../deeds/close-issue.ts';
import { changeIssue } from '../../deeds/history.ts';
import { mayChange } from '../../deeds/may.ts';
import { findIssues } from '../../lists/find-issues.ts';
import type { Exchange } from '../../parts/exchange.ts';
import { choicesOf } from '../../parts/field.ts';
import { changingIssue, onProject } from '../../parts/guards.ts';
import { labelChips, priorityWords } from '../../parts/issue-words.ts';
import { nameOf } from '../../parts/people.ts';
import { projectHead } from '../../parts/project-tabs.ts';
import { emptyQuery } from '../../state/empty-query.ts';
import type { Issue, Project } from '../../state/rows.ts';
import { keyIn, statuses } from '../../state/words-of.ts';
import type { Page } from '../page.ts';

const most = 12;

/** The issues of a project as cards in columns. A select and a button move a card. */
export const boardPage: Page = (site) => {
  site.get('/projects/:project/board', onProject(show));
  site.post(
    '/board/:key',
    changingIssue(({ track, said, lead }, issue) => {
      const path = `/projects/${issue.project}/board`;
      const status = keyIn(statuses, said('status'));
      if (status === undefined || status === issue.status) return lead(path, 'not-changed');
      if (status === 'closed') closeIssue(track, issue, 'done');
      else changeIssue(track, issue.id, { status, reason: null });
      return lead(path, 'card-moved');
    }),
  );
};

function show(exchange: Exchange, project: Project) {
  const { track } = exchange;
  const canMove = mayChange(track, project.id);
  const columns = Object.entries(statuses).map(([status, name]) => {
    const sort = status === 'closed' ? 'updated' : 'priority';
    const all = findIssues(track, { ...emptyQuery, project: project.id, status, sort });
    const shown = all.slice(0, most);
    return html`<section class="column" aria-labelledby="column-${status.replace(' ', '-')}"><h2 id="column-${status.replace(' ', '-')}">${name} <span class="count">${all.length}</span></h2>
${shown.length === 0 ? html`<p class="empty">No card.</p>` : html`<ul>${shown.map((issue) => card(exchange, issue, canMove))}</ul>`}
${
  all.length > shown.length
    ? html`<p><a href="/issues?project=${project.id}&amp;status=${encodeURIComponent(status)}" aria-label="All ${all.length} cards: ${name}">All ${all.length}</a></p>`
    : ''
}</section>`;
  });
  return exchange.show(
    `Board: ${project.name}`,
    html`${projectHead(track, project, '/board')}<h1>Board</h1>
${canMove ? html`<p class="quiet">A card that goes to Closed is done. Other reasons are given on its page.</p>` : ''}
<div class="board">${columns}</div>`,
  );
}

function card({ track }: Exchange, issue: Issue, canMove: boolean) {
  const { key, title, status, assignee, labels } = issue;
  return html`<li class="card"><h3><a href="/issues/${key}"><span class="key">${key}</span> ${title}</a></h3>
<p>${priorityWords(issue)} · ${nameOf(track, assignee)}</p><p class="chips">${labelChips(track, labels)}</p>
${
  canMove
    ? html`<form method="post" action="/board/${key}" class="inline"><label class="unseen" for="to-${key}">Column of ${key}</label>
<select id="to-${key}" name="status">${options(status, choicesOf(statuses))}</select> <button type="submit" aria-label="Move ${key}">Move</button></form>`
    : ''
}</li>`;
}
