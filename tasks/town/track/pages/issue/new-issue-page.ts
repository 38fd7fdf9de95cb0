import { html } from 'hono/html';
import { createIssue } from '../../deeds/create-issue.ts';
import { nextKey } from '../../deeds/find-issue.ts';
import { mayChange } from '../../deeds/may.ts';
import type { Properties } from '../../deeds/properties.ts';
import type { Exchange } from '../../parts/exchange.ts';
import { field, textArea } from '../../parts/field.ts';
import { forbidden } from '../../parts/forbidden.ts';
import { propertyFields } from '../../parts/property-fields.ts';
import { readProperties } from '../../parts/read-properties.ts';
import type { Project } from '../../state/rows.ts';
import type { Page } from '../page.ts';

const empty: Properties = {
  status: 'open',
  assignee: null,
  priority: 'normal',
  labels: [],
  milestone: null,
  estimate: null,
};

/** A new issue: first the project, then the fields. */
export const newIssuePage: Page = (site) => {
  site.get('/issues/new', (exchange) => {
    const { track, url } = exchange;
    const project = track.store.get('projects', url.searchParams.get('project') ?? '');
    if (!project) return choose(exchange);
    if (!mayChange(track, project.id)) return forbidden(exchange, project.id);
    return form(exchange, project, { title: '', text: '', properties: empty }, {});
  });
  site.post('/issues/new', (exchange) => {
    const { track, said, lead } = exchange;
    const project = track.store.get('projects', said('project'));
    if (!project) return undefined;
    if (!mayChange(track, project.id)) return forbidden(exchange, project.id);
    const { properties, mistakes } = readProperties(exchange, project.id);
    const title = said('title');
    const text = said('text');
    const all = { ...mistakes, ...(title === '' && { title: ['Write a title.'] }) };
    if (Object.keys(all).length > 0) return form(exchange, project, { title, text, properties }, all);
    const { key } = createIssue(track, project.id, said('ticket'), { title, text, ...properties });
    return lead(`/issues/${key}`, 'created');
  });
};

function choose({ track, show }: Exchange) {
  const rows = track.store.all('projects').map(({ id, name, about }) => {
    const words = html`<span class="key">${id}</span> ${name}`;
    return html`<li>${
      mayChange(track, id)
        ? html`<a href="/issues/new?project=${id}">${words}</a>`
        : html`${words} <span class="read-only">Read only</span>`
    }<p class="quiet">${about}</p></li>`;
  });
  return show('New issue', html`<h1>New issue</h1><p>In which project?</p><ul class="choices">${rows}</ul>`);
}

function form(
  { track, show, said }: Exchange,
  { id, name }: Project,
  { title, text, properties }: { title: string; text: string; properties: Properties },
  mistakes: Readonly<Record<string, readonly string[]>>,
) {
  const isWrong = Object.keys(mistakes).length > 0;
  return show(
    'New issue',
    html`<h1>New issue in ${name}</h1>
${isWrong ? html`<p class="mistakes" role="alert">Not created. Mend what is marked.</p>` : ''}
<form class="sheet" method="post" action="/issues/new"><input type="hidden" name="project" value="${id}">
<input type="hidden" name="ticket" value="${said('ticket') || nextKey(track, id)}">
${field({ name: 'title', label: 'Title', value: title, mistakes: mistakes.title })}
${textArea({ name: 'text', label: 'Description', value: text, rows: 8, hint: 'Name people as @given.family and issues by their keys.' })}
${propertyFields(track, id, properties, mistakes)}
<p class="buttons"><button type="submit" class="primary">Create issue</button> <a class="button" href="/projects/${id}">Cancel</a></p></form>`,
    isWrong ? 422 : 200,
  );
}
