import { html } from 'hono/html';
import { mayLead } from '../../deeds/may.ts';
import type { Exchange } from '../../parts/exchange.ts';
import { choicesOf, field, select } from '../../parts/field.ts';
import { leadingProject, onProject } from '../../parts/guards.ts';
import { projectHead } from '../../parts/project-tabs.ts';
import { slug } from '../../state/ids.ts';
import type { Label, Project } from '../../state/rows.ts';
import { colours } from '../../state/words-of.ts';
import type { Page } from '../page.ts';

type Fields = Pick<Label, 'name' | 'colour' | 'about'>;

/** The labels of a project. Its lead can add labels. */
export const labelsPage: Page = (site) => {
  site.get('/projects/:project/labels', onProject(show));
  site.post(
    '/projects/:project/labels',
    leadingProject((exchange, project) => {
      const { track, lead } = exchange;
      const fields = readLabel(exchange);
      const mistakes = labelMistakes(exchange, project, fields.name, null);
      if (mistakes.length > 0) return show(exchange, project, fields, mistakes);
      const id = track.freeId('labels', `${project.id}:${slug(fields.name)}`);
      track.store.add('labels', { id, project: project.id, ...fields });
      return lead(`/projects/${project.id}/labels`, 'label-saved');
    }),
  );
};

export function readLabel({ said }: Exchange): Fields {
  const colour = colours.find((each) => each === said('colour')) ?? 'slate';
  return { name: said('name'), colour, about: said('about') };
}

export function labelMistakes({ track }: Exchange, project: Project, name: string, id: string | null) {
  if (name === '') return ['Write a name.'];
  const same = track.store
    .all('labels')
    .find((each) => each.project === project.id && each.name.toLowerCase() === name.toLowerCase());
  return same && same.id !== id ? [`There is a label ${same.name} already.`] : [];
}

export function labelFields({ name, colour, about }: Fields, mistakes: readonly string[]) {
  const names = Object.fromEntries(colours.map((each) => [each, each]));
  return html`${field({ name: 'name', label: 'Name', value: name, mistakes })}
${select('colour', 'Colour', colour, choicesOf(names))}
${field({ name: 'about', label: 'What it is for', value: about })}`;
}

function show(
  exchange: Exchange,
  project: Project,
  typed: Fields = { name: '', colour: 'slate', about: '' },
  mistakes: readonly string[] = [],
) {
  const { track } = exchange;
  const { id: of } = project;
  const canLead = mayLead(track, of);
  const labels = track.store.all('labels').filter((each) => each.project === of);
  const issues = track.store.all('issues');
  const rows = labels.map(({ id, name, colour, about }) => {
    const count = issues.filter((issue) => issue.labels.includes(id)).length;
    return html`<li><span class="chip ${colour}">${name}</span> <span>${about}</span>
<a href="/issues?project=${of}&amp;status=any&amp;label=${encodeURIComponent(name)}" aria-label="${count} issues with ${name}">${count} issues</a>${
      canLead
        ? html` <a class="button" href="/projects/${of}/labels/${id}" aria-label="Edit ${name}">Edit</a> <a class="button" href="/projects/${of}/labels/${id}/merge" aria-label="Merge ${name}">Merge</a> <a class="button" href="/projects/${of}/labels/${id}/delete" data-dialog aria-label="Delete ${name}">Delete</a>`
        : ''
    }</li>`;
  });
  return exchange.show(
    `Labels: ${project.name}`,
    html`${projectHead(track, project, '/labels')}<h1>Labels</h1>
${labels.length > 0 ? html`<ul class="cards labels">${rows}</ul>` : html`<p class="empty">No label.</p>`}
${
  canLead
    ? html`<h2>New label</h2><form class="sheet" method="post" action="/projects/${of}/labels">${labelFields(typed, mistakes)}<p><button type="submit" class="primary">Add label</button></p></form>`
    : html`<p class="quiet">Only the lead of a project changes its labels.</p>`
}`,
    mistakes.length > 0 ? 422 : 200,
  );
}
