import { handsOf } from '../deeds/may.ts';
import type { Properties } from '../deeds/properties.ts';
import { keyIn, priorities, statuses } from '../state/words-of.ts';
import type { Exchange } from './exchange.ts';

type Read = {
  readonly properties: Properties;
  readonly mistakes: Readonly<Record<string, readonly string[]>>;
};

/** The fields of an issue's form in that project, besides title and text. */
export function readProperties({ track, form, said }: Exchange, project: string): Read {
  const { store } = track;
  const hands = new Set(handsOf(track, project).map(({ id }) => id));
  const milestone = store.get('milestones', said('milestone'));
  const status = keyIn(statuses, said('status')) ?? 'open';
  const hours = said('estimate');
  const properties: Properties = {
    status: status === 'closed' ? 'open' : status,
    assignee: hands.has(said('assignee')) ? said('assignee') : null,
    priority: keyIn(priorities, said('priority')) ?? 'normal',
    labels: [...new Set(form.getAll('label'))]
      .filter((id) => store.get('labels', id)?.project === project)
      .sort(),
    milestone: milestone?.project === project ? milestone.id : null,
    estimate: hours === '' ? null : Number(hours),
  };
  const isWrong = !/^\d{0,4}$/.test(hours);
  return { properties, mistakes: isWrong ? { estimate: ['Write whole hours, or nothing.'] } : {} };
}
