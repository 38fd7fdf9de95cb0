import { html } from 'hono/html';
import { ask } from '../../../site/confirm.ts';
import { deleteLabel, mergeLabels } from '../../deeds/change-labels.ts';
import type { Exchange } from '../../parts/exchange.ts';
import { namesOf, select } from '../../parts/field.ts';
import { leadingProject } from '../../parts/guards.ts';
import type { Label, Project } from '../../state/rows.ts';
import type { Answer, Page } from '../page.ts';
import { labelFields, labelMistakes, readLabel } from './labels-page.ts';

const path = '/projects/:project/labels/:label';
const listOf = ({ id }: Project) => `/projects/${id}/labels`;

/** Renames, merges or deletes a label; for leads only. */
export const labelPage: Page = (site) => {
  site.get(
    path,
    onLabel((exchange, project, label) => editForm(exchange, project, label)),
  );
  site.post(
    path,
    onLabel((exchange, project, label) => {
      const fields = readLabel(exchange);
      const mistakes = labelMistakes(exchange, project, fields.name, label.id);
      if (mistakes.length > 0) return editForm(exchange, project, { ...label, ...fields }, mistakes);
      exchange.track.store.change('labels', label.id, fields);
      return exchange.lead(listOf(project), 'label-saved');
    }),
  );
  site.get(`${path}/merge`, onLabel(mergeForm));
  site.post(
    `${path}/merge`,
    onLabel(({ track, said, lead }, project, label) => {
      const into = track.store.get('labels', said('into'));
      if (into?.project !== project.id || into === label) return undefined;
      mergeLabels(track, label, into);
      return lead(listOf(project), 'labels-merged');
    }),
  );
  site.get(
    `${path}/delete`,
    onLabel((exchange, project, { id, name }) =>
      ask(exchange, {
        title: `Delete the label ${name}?`,
        words: 'Issues that have it lose it.',
        action: `${listOf(project)}/${id}/delete`,
        button: 'Delete label',
        cancel: listOf(project),
      }),
    ),
  );
  site.post(
    `${path}/delete`,
    onLabel(({ track, lead }, project, label) => {
      deleteLabel(track, label);
      return lead(listOf(project), 'label-deleted');
    }),
  );
};

function onLabel(give: (exchange: Exchange, project: Project, label: Label) => ReturnType<Answer>): Answer {
  return leadingProject((exchange, project) => {
    const label = exchange.track.store.get('labels', exchange.parameter('label'));
    return label?.project === project.id ? give(exchange, project, label) : undefined;
  });
}

function editForm({ show }: Exchange, project: Project, label: Label, mistakes: readonly string[] = []) {
  return show(
    'Edit label',
    html`<h1>Edit label</h1><form class="sheet" method="post" action="${listOf(project)}/${label.id}">${labelFields(label, mistakes)}
<p class="buttons"><button type="submit" class="primary">Save label</button> <a class="button" href="${listOf(project)}">Cancel</a></p></form>`,
    mistakes.length > 0 ? 422 : 200,
  );
}

function mergeForm({ track, show }: Exchange, project: Project, { id, name }: Label) {
  const others = track.store.all('labels').filter((each) => each.project === project.id && each.id !== id);
  const count = track.store.all('issues').filter(({ labels }) => labels.includes(id)).length;
  return show(
    `Merge ${name}`,
    html`<h1>Merge the label ${name}</h1><form class="sheet" method="post" action="${listOf(project)}/${id}/merge">
<p>Issues with ${name}: ${count}. They get the other label instead, and ${name} is gone. It cannot be taken back.</p>
${select('into', 'Merge into', '', namesOf(others))}
<p class="buttons"><button type="submit" class="danger">Merge labels</button> <a class="button" href="${listOf(project)}">Cancel</a></p></form>`,
  );
}
