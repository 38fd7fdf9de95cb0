import { html } from 'hono/html';
import { handsOf, leadOf, roleIn } from '../../deeds/may.ts';
import { activity } from '../../lists/activity.ts';
import { activityList } from '../../parts/activity-list.ts';
import type { Exchange } from '../../parts/exchange.ts';
import { onProject } from '../../parts/guards.ts';
import { personLink } from '../../parts/people.ts';
import { projectHead } from '../../parts/project-tabs.ts';
import type { Project } from '../../state/rows.ts';
import type { Track } from '../../state/track.ts';
import { roles, statuses } from '../../state/words-of.ts';
import type { Page } from '../page.ts';

/** All projects, and the overview of one project. */
export const projectsPage: Page = (site) => {
  site.get('/projects', list);
  site.get('/projects/:project', onProject(show));
};

const countOf = ({ store }: Track, project: string, status: string) =>
  store.all('issues').filter((issue) => issue.project === project && issue.status === status).length;

function list(exchange: Exchange) {
  const { track } = exchange;
  const rows = track.store.all('projects').map(({ id, name, about }) => {
    const role = roleIn(track, id, track.me);
    return html`<tr><th scope="row"><a href="/projects/${id}"><span class="key">${id}</span> ${name}</a><p class="quiet">${about}</p></th>
<td data-name="Lead">${personLink(track, leadOf(track, id)?.id ?? null)}</td>
<td data-name="Your role">${role ? roles[role] : 'None'}</td>
${Object.entries(statuses).map(([status, name]) => html`<td data-name="${name}" class="number">${countOf(track, id, status)}</td>`)}</tr>`;
  });
  return exchange.show(
    'Projects',
    html`<h1>Projects</h1><table><caption class="unseen">Projects</caption>
<thead><tr><th scope="col">Project</th><th scope="col">Lead</th><th scope="col">Your role</th>${Object.values(statuses).map((name) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table>`,
  );
}

function show(exchange: Exchange, project: Project) {
  const { track } = exchange;
  const { id, name, about } = project;
  const role = roleIn(track, id, track.me);
  const members = track.store.all('members').filter((each) => each.project === id);
  const issues = new Set(
    track.store
      .all('issues')
      .filter((issue) => issue.project === id)
      .map((issue) => issue.id),
  );
  const lately = activity(track)
    .filter(({ issue }) => issues.has(issue))
    .slice(0, 10);
  return exchange.show(
    name,
    html`${projectHead(track, project, '')}<h1>${name}</h1><p>${about}</p>
<p>${
      role === 'lead'
        ? 'You lead this project: you may change its issues, labels and milestones.'
        : role === 'member'
          ? 'You are a member of this project: you may change its issues.'
          : `You may look at this project, not change it. It is worked on by ${handsOf(track, id).length} people.`
    }</p>
<div class="halves"><section aria-labelledby="counts"><h2 id="counts">Issues</h2>
<dl class="facts">${Object.entries(statuses).map(
      ([status, words]) =>
        html`<div><dt>${words}</dt><dd><a href="/issues?project=${id}&amp;status=${encodeURIComponent(status)}" aria-label="${words}: ${countOf(track, id, status)}">${countOf(track, id, status)}</a></dd></div>`,
    )}</dl></section>
<section aria-labelledby="members"><h2 id="members">Members</h2><ul class="bare">${members.map(
      (member) =>
        html`<li>${personLink(track, member.person)} <span class="quiet">${roles[member.role]}</span></li>`,
    )}</ul></section></div>
<section aria-labelledby="lately"><h2 id="lately">Lately</h2>${activityList(track, lately)}</section>`,
  );
}
