import { html } from 'hono/html';
import type { MailboxState } from '../state/mailbox-state.ts';
import type { Filter } from '../state/rows.ts';
import type { Exchange } from './exchange.ts';
import { checkbox, field, select } from './field.ts';

type Fields = Omit<Filter, 'id'>;

export function readFilter({ form, state }: Exchange): Fields {
  const said = (name: string) => (form.get(name) ?? '').trim();
  const { store } = state;
  return {
    from: said('from'),
    to: said('to'),
    subject: said('subject'),
    words: said('words'),
    folder: store.get('folders', said('folder'))?.id ?? '',
    label: store.get('labels', said('label'))?.id ?? '',
    star: form.has('star'),
    markRead: form.has('markRead'),
    enabled: form.has('enabled'),
  };
}

/** As a sentence: `From “x”: move to Archive, star.` */
export function filterWords({ store }: MailboxState, filter: Fields): string {
  const { from, to, subject, words, folder, label, star, markRead } = filter;
  const when = Object.entries({ From: from, To: to, Subject: subject, Words: words })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name} “${value}”`);
  const deeds = [
    folder && `move to ${store.get('folders', folder)?.name ?? 'a folder that is gone'}`,
    label && `label ${store.get('labels', label)?.name ?? 'that is gone'}`,
    star && 'star',
    markRead && 'mark read',
  ].filter(Boolean);
  return `${when.join(', ')}: ${deeds.join(', ')}.`;
}

export function filterForm(
  { store }: MailboxState,
  place: string,
  filter: Fields,
  mistakes: readonly string[] = [],
) {
  const none = { value: '', name: 'No' };
  const folders = store.all('folders').filter(({ id }) => id !== 'sent' && id !== 'inbox');
  const named = (rows: readonly { id: string; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: id, name }));
  return html`<h1>${place === 'new' ? 'New filter' : 'Edit filter'}</h1>
${mistakes.length > 0 ? html`<div class="mistakes" role="alert">${mistakes.map((each) => html`<p>${each}</p>`)}</div>` : ''}
<form class="sheet" method="post" action="/settings/filters/${place}">
<fieldset><legend>For mail with all of these</legend>
${field({ name: 'from', label: 'From', value: filter.from })}
${field({ name: 'to', label: 'To', value: filter.to })}
${field({ name: 'subject', label: 'Subject', value: filter.subject })}
${field({ name: 'words', label: 'Has the words', value: filter.words })}
</fieldset>
<fieldset><legend>Do this</legend>
${select('folder', 'Move to a folder', filter.folder, [none, ...named(folders)])}
${select('label', 'Add a label', filter.label, [none, ...named(store.all('labels'))])}
${checkbox('star', 'Star it', filter.star)}
${checkbox('markRead', 'Mark it read', filter.markRead)}
</fieldset>
${checkbox('enabled', 'The filter is on', filter.enabled)}
${checkbox('now', 'Apply it to the mail that is here already, too', false)}
<p class="buttons"><button type="submit" class="primary">Save filter</button> <a class="button" href="/settings/filters">Cancel</a></p>
</form>`;
}
