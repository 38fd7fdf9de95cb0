import { html } from 'hono/html';
import { sorts } from '../lists/find-issues.ts';
import type { Query } from '../state/rows.ts';
import type { Track } from '../state/track.ts';
import { priorities, statuses } from '../state/words-of.ts';
import { choicesOf, field, namesOf, select } from './field.ts';
import { teamOf } from './people.ts';

/** One field per filter. Fields that depend on a project use the chosen project, if any. */
export function filterFields(track: Track, query: Query) {
  const { store } = track;
  const isOfProject = ({ project }: { project: string }) => query.project === '' || project === query.project;
  const labels = [
    ...new Set(
      store
        .all('labels')
        .filter(isOfProject)
        .map(({ name }) => name),
    ),
  ].sort();
  const milestones = store
    .all('milestones')
    .filter(isOfProject)
    .map(({ id, project, name }) => ({ value: id, name: `${project}: ${name}` }));
  const any = { value: '', name: 'Any' };
  const people = namesOf(teamOf(track));
  const me = { value: 'me', name: 'Me' };
  const projects = store.all('projects').map(({ id, name }) => ({ value: id, name: `${id} ${name}` }));
  return html`<div class="fields">
${select('project', 'Project', query.project, [any, ...projects])}
${select('status', 'Status', query.status, [{ value: 'unclosed', name: 'Not closed' }, { value: 'any', name: 'Any' }, ...choicesOf(statuses)])}
${select('assignee', 'Assignee', query.assignee, [any, me, { value: 'nobody', name: 'Nobody' }, ...people])}
${select('author', 'Reported by', query.author, [any, me, ...people])}
${select('priority', 'Priority', query.priority, [any, ...choicesOf(priorities)])}
${select('label', 'Label', query.label, [any, ...labels.map((name) => ({ value: name, name }))])}
${select('milestone', 'Milestone', query.milestone, [any, { value: 'none', name: 'None' }, ...milestones])}
${field({ name: 'words', label: 'Has the words', value: query.words })}
${select('sort', 'Order', query.sort, choicesOf(sorts))}</div>`;
}
