import { html } from 'hono/html';
import { momentWords } from '../../site/dates.ts';
import type { Doing } from '../lists/activity.ts';
import type { Track } from '../state/track.ts';
import { eventWords } from './history-list.ts';
import { issueLink } from './issue-words.ts';
import { personLink } from './people.ts';

export function activityList(track: Track, doings: readonly Doing[]) {
  return html`<ol class="activity">${doings.map((doing) => {
    const issue = track.store.get('issues', doing.issue);
    return html`<li><time datetime="${doing.at}">${momentWords(doing.at)}</time>
<div>${personLink(track, doing.actor)} ${wordsOf(doing)} ${issue ? issueLink(issue) : ''}</div></li>`;
  })}</ol>`;
}

function wordsOf({ what }: Doing) {
  if ('title' in what) return 'reported';
  return 'field' in what ? html`${eventWords(what)} of` : html`wrote <q>${snippetOf(what.text)}</q> on`;
}

const snippetOf = (text: string) => (text.length > 90 ? `${text.slice(0, 89)}…` : text.replaceAll('\n', ' '));
