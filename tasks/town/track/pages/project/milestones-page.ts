import { html } from 'hono/html';
import { dayWords } from '../../../site/dates.ts';
import { mayLead } from '../../deeds/may.ts';
import { findIssues } from '../../lists/find-issues.ts';
import type { Exchange } from '../../parts/exchange.ts';
import { onProject } from '../../parts/guards.ts';
import { issueTable } from '../../parts/issue-table.ts';
import { projectHead } from '../../parts/project-tabs.ts';
import { emptyQuery } from '../../state/empty-query.ts';
import type { Milestone, Project } from '../../state/rows.ts';
import type { Track } from '../../state/track.ts';
import type { Page } from '../page.ts';

/** The milestones of a project. */
export const milestonesPage: Page = (site) => {
  site.get('/projects/:project/milestones', onProject(list));
  site.get('/projects/:project/milestones/:milestone', onProject(show));
};

function list(exchange: Exchange, project: Project) {
  const { track } = exchange;
  const canLead = mayLead(track, project.id);
  const all = track.store.all('milestones').filter((each) => each.project === project.id);
  const [open, closed] = [all.filter((each) => !each.closed), all.filter((each) => each.closed)];
  const rows = (some: readonly Milestone[]) =>
    html`<ul class="cards">${some.map(
      (each) =>
        html`<li><h3><a href="/projects/${project.id}/milestones/${each.id}">${each.name}</a></h3><p>${each.about}</p>${progress(track, each)}</li>`,
    )}</ul>`;
  return exchange.show(
    `Milestones: ${project.name}`,
    html`${projectHead(track, project, '/milestones')}<div class="heading"><h1>Milestones</h1>${
      canLead ? html`<a class="button" href="/projects/${project.id}/milestones/new">New milestone</a>` : ''
    }</div>
<h2>Open</h2>${open.length > 0 ? rows(open) : html`<p class="empty">No milestone is open.</p>`}
<h2>Closed</h2>${closed.length > 0 ? rows(closed) : html`<p class="empty">No milestone is closed.</p>`}`,
  );
}

function show(exchange: Exchange, project: Project) {
  const { track, parameter } = exchange;
  const milestone = track.store.get('milestones', parameter('milestone'));
  if (milestone?.project !== project.id) return undefined;
  const { id, name, about, closed } = milestone;
  const issues = findIssues(track, { ...emptyQuery, status: 'any', milestone: id, sort: 'priority' });
  const hours = issues.reduce(
    (sum, { estimate, status }) => sum + (status === 'closed' ? 0 : (estimate ?? 0)),
    0,
  );
  const open = issues.filter(({ status }) => status !== 'closed');
  const over = issues.filter(({ status }) => status === 'closed');
  return exchange.show(
    name,
    html`${projectHead(track, project, null)}<div class="heading"><h1>${name}</h1>${closed ? html`<span class="status closed">Closed</span>` : ''}${
      mayLead(track, project.id)
        ? html`<a class="button" href="/projects/${project.id}/milestones/${id}/edit">Edit milestone</a>`
        : ''
    }</div><p>${about}</p>${progress(track, milestone)}<p>Estimated for what is not closed: ${hours} h</p>
<h2>Not closed</h2>${open.length > 0 ? issueTable(track, open, 'Not closed') : html`<p class="empty">Nothing is left to do.</p>`}
<h2>Closed</h2>${over.length > 0 ? issueTable(track, over, 'Closed') : html`<p class="empty">Nothing is closed yet.</p>`}`,
  );
}

function progress({ store, world }: Track, { id, name, due, closed }: Milestone) {
  const issues = store.all('issues').filter(({ milestone }) => milestone === id);
  const over = issues.filter(({ status }) => status === 'closed').length;
  const isLate = !closed && due !== null && due < world.now.slice(0, 10);
  return html`<p><progress value="${over}" max="${Math.max(1, issues.length)}" aria-label="Progress of ${name}"></progress> ${over} of ${issues.length} closed · ${
    due === null ? 'No day' : html`Due <time datetime="${due}">${dayWords(due)}</time>`
  }${isLate ? html` <span class="late">overdue</span>` : ''}</p>`;
}
