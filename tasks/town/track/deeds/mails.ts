import type { Issue } from '../state/rows.ts';
import type { Track } from '../state/track.ts';

const from = 'Hobnail <tracker@track.town.test>';

/** Mails the new assignee of an issue, any person; the person of the world may have turned it off. */
export function postAssigned(track: Track, { key, title, assignee }: Issue): void {
  const { world, store, me } = track;
  const given = world.people.find(({ id }) => id === assignee);
  if (!given || (assignee === me && !store.get('settings', 'settings')?.mailAssigned)) return;
  post(track, given.email, `[${key}] Assigned to you: ${title}`, [
    `${key}, ${title}, was assigned to you by ${world.person.name}.`,
    addressOf(key),
  ]);
}

/** Mails each person that the text mentions as `@given.family`, once. */
export function postMentions(track: Track, { key, title }: Issue, text: string): void {
  const { world, store, me } = track;
  for (const { id, email } of mentioned(track, text)) {
    if (id === me && !store.get('settings', 'settings')?.mailMentioned) continue;
    post(track, email, `[${key}] ${world.person.name} mentioned you: ${title}`, [text, addressOf(key)]);
  }
}

export const handleOf = ({ email }: { email: string }) => email.split('@')[0] ?? '';

const mention = /@([a-z]+\.[a-z]+)/g;

function mentioned({ world }: Track, text: string) {
  const handles = new Set([...text.matchAll(mention)].map(([, handle]) => handle));
  return world.people.filter((person) => handles.has(handleOf(person)));
}

const addressOf = (key: string) => `https://track.town.test/issues/${key}`;

function post({ world }: Track, to: string, subject: string, paragraphs: readonly string[]): void {
  world.post('mail.town.test', { kind: 'mail', to, from, subject, text: paragraphs.join('\n\n') });
}
