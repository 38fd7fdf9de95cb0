import { html } from 'hono/html';
import type { Choice } from '../../site/field-parts.ts';
import { handsOf } from '../deeds/may.ts';
import type { Track } from '../state/track.ts';
import { priorities, statuses } from '../state/words-of.ts';
import { choicesOf, namesOf, select } from './field.ts';
import { teamOf } from './people.ts';

const as: Choice = { value: '', name: 'As it is' };

/** The bulk changes for selected issues; labels and milestones belong to one project. */
export function bulkBar(track: Track, project: string) {
  const { store } = track;
  const isOfProject = (each: { project: string }) => each.project === project;
  const hands = namesOf(project === '' ? teamOf(track) : handsOf(track, project));
  const unclosed = choicesOf(statuses).filter(({ value }) => value !== 'closed');
  return html`<fieldset class="bulk"><legend>Change the selected issues</legend><div class="fields">
${select('status-to', 'Set status', '', [as, ...unclosed, { value: 'closed', name: 'Closed: done' }])}
${select('priority-to', 'Set priority', '', [as, ...choicesOf(priorities)])}
${select('assignee-to', 'Set assignee', '', [as, { value: 'nobody', name: 'Nobody' }, ...hands])}
${
  project === ''
    ? ''
    : html`${select('milestone-to', 'Set milestone', '', [as, { value: 'none', name: 'None' }, ...namesOf(store.all('milestones').filter((each) => isOfProject(each) && !each.closed))])}
${select('label-to', 'Add a label', '', [{ value: '', name: 'None' }, ...namesOf(store.all('labels').filter(isOfProject))])}`
}</div><p class="buttons"><button type="submit">Change selected</button></p></fieldset>`;
}
