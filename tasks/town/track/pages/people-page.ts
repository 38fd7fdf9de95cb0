import { html } from 'hono/html';
import { handleOf } from '../deeds/mails.ts';
import { activity } from '../lists/activity.ts';
import { findIssues } from '../lists/find-issues.ts';
import { pathOf } from '../lists/queries.ts';
import { activityList } from '../parts/activity-list.ts';
import type { Exchange } from '../parts/exchange.ts';
import { issueTable } from '../parts/issue-table.ts';
import { personLink, teamOf } from '../parts/people.ts';
import { emptyQuery } from '../state/empty-query.ts';
import { roles } from '../state/words-of.ts';
import type { Page } from './page.ts';

const most = 10;

/** The people of the projects. */
export const peoplePage: Page = (site) => {
  site.get('/people', list);
  site.get('/people/:handle', show);
};

function list(exchange: Exchange) {
  const { track } = exchange;
  const rows = teamOf(track).map((person) => {
    const open = findIssues(track, { ...emptyQuery, assignee: person.id }).length;
    const projects = track.store.all('members').filter((each) => each.person === person.id);
    return html`<tr><th scope="row">${personLink(track, person.id)}</th><td data-name="Handle">@${handleOf(person)}</td>
<td data-name="Projects">${projects.length > 0 ? projects.map((each) => each.project).join(', ') : 'None'}</td><td data-name="Assigned, not closed" class="number">${open}</td></tr>`;
  });
  return exchange.show(
    'People',
    html`<h1>People</h1><table><caption class="unseen">People</caption><thead><tr><th scope="col">Name</th><th scope="col">Handle</th><th scope="col">Projects</th><th scope="col" class="number">Assigned, not closed</th></tr></thead><tbody>${rows}</tbody></table>`,
  );
}

function show(exchange: Exchange) {
  const { track, parameter } = exchange;
  const person = teamOf(track).find((each) => handleOf(each) === parameter('handle'));
  if (!person) return undefined;
  const { id, name, email } = person;
  const query = { ...emptyQuery, assignee: id, sort: 'priority' };
  const issues = findIssues(track, query);
  const projects = track.store.all('members').filter((each) => each.person === id);
  const lately = activity(track)
    .filter(({ actor }) => actor === id)
    .slice(0, most);
  return exchange.show(
    name,
    html`<h1>${name}</h1><p>@${handleOf(person)} · ${email}${id === track.me ? ' · This is you.' : ''}</p>
<h2>Projects</h2>${
      projects.length > 0
        ? html`<ul class="bare">${projects.map(({ project, role }) => html`<li><a href="/projects/${project}"><span class="key">${project}</span> ${track.store.get('projects', project)?.name}</a> <span class="quiet">${roles[role]}</span></li>`)}</ul>`
        : html`<p class="empty">${name} is a member of no project.</p>`
    }
<h2>Assigned, not closed${issues.length > most && `: ${most} of ${issues.length}`}</h2>${issues.length > 0 ? issueTable(track, issues.slice(0, most), 'Assigned, not closed') : html`<p class="empty">Nothing.</p>`}
<p><a href="${pathOf(query)}">All assigned (${issues.length})</a> · <a href="${pathOf({ ...emptyQuery, author: id, status: 'any' })}">All reported</a></p>
<h2>Lately</h2>${lately.length > 0 ? activityList(track, lately) : html`<p class="empty">Nothing.</p>`}`,
  );
}
