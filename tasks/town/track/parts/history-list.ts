import { html } from 'hono/html';
import { momentWords } from '../../site/dates.ts';
import type { Event } from '../state/rows.ts';
import type { Track } from '../state/track.ts';
import { personLink } from './people.ts';

const names: Readonly<Record<string, string>> = {
  status: 'status',
  assignee: 'assignee',
  priority: 'priority',
  milestone: 'milestone',
  labels: 'labels',
  estimate: 'estimate',
  title: 'title',
  key: 'key',
};

/** As in `changed the status from Open to In progress`. */
export function eventWords({ field, from, to }: Event) {
  return field === 'text'
    ? html`changed the description`
    : html`changed the ${names[field] ?? field} from <em>${from}</em> to <em>${to}</em>`;
}

export function historyList(track: Track, events: readonly Event[]) {
  if (events.length === 0) return html`<p class="quiet">Nothing was changed since it was reported.</p>`;
  return html`<ol class="history">${events.map(
    (event) =>
      html`<li>${personLink(track, event.actor)} ${eventWords(event)} <time datetime="${event.at}">${momentWords(event.at)}</time></li>`,
  )}</ol>`;
}
