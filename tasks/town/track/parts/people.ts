import { html } from 'hono/html';
import { handleOf } from '../deeds/mails.ts';
import type { Track } from '../state/track.ts';

const personOf = ({ world }: Track, id: string | null) => world.people.find((each) => each.id === id);

export const nameOf = (track: Track, id: string | null) => personOf(track, id)?.name ?? 'Nobody';

export function personLink(track: Track, id: string | null) {
  const person = personOf(track, id);
  return person
    ? html`<a class="person" href="/people/${handleOf(person)}">${person.name}</a>`
    : html`<span class="quiet">Nobody</span>`;
}

/** All people with a role in a project, by name. */
export function teamOf({ world, store }: Track) {
  const ids = new Set([
    ...store.all('members').map(({ person }) => person),
    ...store.all('issues').map(({ author }) => author),
  ]);
  return world.people
    .filter(({ id }) => ids.has(id))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
