import { html } from 'hono/html';
import { findIssue } from '../deeds/find-issue.ts';
import { handleOf } from '../deeds/mails.ts';
import type { Track } from '../state/track.ts';

/** Text with issue keys, people and web addresses as links. */
export function richText(track: Track, text: string) {
  const parts = text.split(/(https:\/\/[^\s<>"]*[^\s<>".,;:!?)]|\b[A-Z]{3,6}-\d+\b|@[a-z]+\.[a-z]+)/);
  return html`<div class="text">${parts.map((part, index) => (index % 2 === 1 ? linked(track, part) : part))}</div>`;
}

function linked(track: Track, part: string) {
  if (part.startsWith('https:')) return html`<a href="${part}" rel="noreferrer">${part}</a>`;
  if (part.startsWith('@')) {
    const person = track.world.people.find((each) => `@${handleOf(each)}` === part);
    return person ? html`<a href="/people/${handleOf(person)}" title="${person.name}">${part}</a>` : part;
  }
  const issue = findIssue(track, part);
  return issue ? html`<a href="/issues/${issue.key}" title="${issue.title}">${part}</a>` : part;
}
