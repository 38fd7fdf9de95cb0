import { html } from 'hono/html';
import { handsOf } from '../deeds/may.ts';
import type { Properties } from '../deeds/properties.ts';
import type { Track } from '../state/track.ts';
import { priorities, statuses } from '../state/words-of.ts';
import { checkbox, choicesOf, field, namesOf, select } from './field.ts';

/** The fields of an issue besides title and text, with the options of its project. */
export function propertyFields(
  track: Track,
  project: string,
  properties: Properties,
  mistakes: Readonly<Record<string, readonly string[]>> = {},
) {
  const { store } = track;
  const { status, assignee, priority, milestone, labels, estimate } = properties;
  const milestones = store
    .all('milestones')
    .filter((each) => each.project === project && (!each.closed || each.id === milestone));
  const unclosed = choicesOf(statuses).filter(({ value }) => value !== 'closed');
  const boxes = store
    .all('labels')
    .filter((label) => label.project === project)
    .map(({ id, name }) => checkbox('label', name, labels.includes(id), id));
  return html`${status === 'closed' ? '' : select('status', 'Status', status, unclosed)}
${select('assignee', 'Assignee', assignee ?? '', [{ value: '', name: 'Nobody' }, ...namesOf(handsOf(track, project))])}
${select('priority', 'Priority', priority, choicesOf(priorities))}
${select('milestone', 'Milestone', milestone ?? '', [{ value: '', name: 'None' }, ...namesOf(milestones)])}
${field({ name: 'estimate', label: 'Estimate in hours', value: estimate === null ? '' : `${estimate}`, mistakes: mistakes.estimate })}
<fieldset class="boxes"><legend>Labels</legend>${boxes}</fieldset>`;
}
