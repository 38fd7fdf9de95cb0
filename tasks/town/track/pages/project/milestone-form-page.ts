import { html } from 'hono/html';
import type { Exchange } from '../../parts/exchange.ts';
import { checkbox, field } from '../../parts/field.ts';
import { leadingProject } from '../../parts/guards.ts';
import { slug } from '../../state/ids.ts';
import type { Milestone, Project } from '../../state/rows.ts';
import type { Page } from '../page.ts';

type Fields = Pick<Milestone, 'name' | 'about' | 'due' | 'closed'>;
type Mistakes = Readonly<Record<string, readonly string[]>>;

const path = '/projects/:project/milestones';

/** The form for a new or existing milestone; for leads only. */
export const milestoneFormPage: Page = (site) => {
  site.get(
    `${path}/new`,
    leadingProject((exchange, project) =>
      form(exchange, project, 'new', { name: '', about: '', due: null, closed: false }, {}),
    ),
  );
  site.post(
    `${path}/new`,
    leadingProject((exchange, project) =>
      save(exchange, project, null, (fields) => {
        const { store, freeId } = exchange.track;
        const id = freeId('milestones', `${project.id}:${slug(fields.name)}`);
        store.add('milestones', { id, project: project.id, ...fields });
      }),
    ),
  );
  site.get(
    `${path}/:milestone/edit`,
    leadingProject((exchange, project) => {
      const milestone = milestoneOf(exchange, project);
      return milestone && form(exchange, project, milestone.id, milestone, {});
    }),
  );
  site.post(
    `${path}/:milestone/edit`,
    leadingProject((exchange, project) => {
      const milestone = milestoneOf(exchange, project);
      if (!milestone) return undefined;
      return save(exchange, project, milestone, (fields) =>
        exchange.track.store.change('milestones', milestone.id, fields),
      );
    }),
  );
};

function milestoneOf({ track, parameter }: Exchange, { id }: Project): Milestone | undefined {
  const milestone = track.store.get('milestones', parameter('milestone'));
  return milestone?.project === id ? milestone : undefined;
}

function save(
  exchange: Exchange,
  project: Project,
  milestone: Milestone | null,
  write: (fields: Fields) => void,
) {
  const { said, track, lead } = exchange;
  const name = said('name');
  const day = said('due');
  const fields = { name, about: said('about'), due: day || null, closed: said('closed') === 'yes' };
  const same = track.store
    .all('milestones')
    .find((each) => each.project === project.id && each.name.toLowerCase() === name.toLowerCase());
  const mistakes = {
    ...(name === '' && { name: ['Write a name.'] }),
    ...(same && same !== milestone && { name: [`There is a milestone ${same.name} already.`] }),
    ...(day !== '' && !/^\d{4}-\d{2}-\d{2}$/.test(day) && { due: ['Write a day as 2031-03-25.'] }),
  };
  if (Object.keys(mistakes).length > 0)
    return form(exchange, project, milestone?.id ?? 'new', fields, mistakes);
  write(fields);
  return lead(`/projects/${project.id}/milestones`, 'milestone-saved');
}

function form(
  { show }: Exchange,
  { id, name: of }: Project,
  place: string,
  { name, about, due, closed }: Fields,
  mistakes: Mistakes,
) {
  const isNew = place === 'new';
  const title = isNew ? `New milestone of ${of}` : `Edit milestone of ${of}`;
  return show(
    title,
    html`<h1>${title}</h1><form class="sheet" method="post" action="/projects/${id}/milestones/${isNew ? 'new' : `${place}/edit`}">
${field({ name: 'name', label: 'Name', value: name, mistakes: mistakes.name })}
${field({ name: 'about', label: 'What is done then', value: about })}
${field({ name: 'due', label: 'Day', value: due ?? '', type: 'date', mistakes: mistakes.due })}
${isNew ? '' : checkbox('closed', 'It is closed', closed)}
<p class="buttons"><button type="submit" class="primary">Save milestone</button> <a class="button" href="/projects/${id}/milestones">Cancel</a></p></form>`,
    Object.keys(mistakes).length > 0 ? 422 : 200,
  );
}
