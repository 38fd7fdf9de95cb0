import { html } from 'hono/html';
import { isWatched } from '../deeds/watch.ts';
import type { Issue } from '../state/rows.ts';
import type { Track } from '../state/track.ts';
import { personLink } from './people.ts';

export function watchButton(track: Track, issue: Issue) {
  const isOn = isWatched(track, issue);
  const watching = track.store.all('watches').filter((each) => each.issue === issue.id);
  return html`<form method="post" action="/issues/${issue.key}/watch" class="watch"><input type="hidden" name="watch" value="${isOn ? 'no' : 'yes'}">
<button type="submit">${isOn ? 'Unwatch' : 'Watch'}</button> <span class="quiet">Watched by ${
    watching.length === 0
      ? 'nobody'
      : watching.map(({ person }, index) => html`${index > 0 ? ', ' : ''}${personLink(track, person)}`)
  }</span></form>`;
}
