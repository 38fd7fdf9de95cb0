import { html } from 'hono/html';
import type { Letter } from '../deeds/letter.ts';
import { nameOf } from '../lists/name-of.ts';
import type { MailboxState } from '../state/mailbox-state.ts';
import { checkbox, field, textArea } from './field.ts';

const headings = { new: 'New message', reply: 'Reply', 'reply-all': 'Reply to all', forward: 'Forward' };

/** The form of a mail. A script saves the text as a draft; without scripts a button does. */
export function letterForm(
  state: MailboxState,
  id: string,
  letter: Letter,
  mistakes: Readonly<Record<string, readonly string[]>> = {},
) {
  const { store } = state;
  const parent = store.get('messages', letter.parent ?? '');
  const names = { to: 'To', cc: 'Cc', bcc: 'Bcc' } as const;
  const recipients = (['to', 'cc', 'bcc'] as const).map((name) =>
    field({ name, label: names[name], value: letter[name], list: 'known', mistakes: mistakes[name] }),
  );
  const wrong = Object.values(mistakes).some((each) => each.length > 0);
  return html`<h1>${headings[letter.kind]}</h1>
${wrong ? html`<p class="mistakes" role="alert">Not sent. Mend what is marked and send it again.</p>` : ''}
${parent ? html`<p class="way">In <a href="/thread/${parent.thread}">${parent.subject}</a>, to the message of ${nameOf(state, parent.from, parent.fromName)}</p>` : ''}
<form class="sheet letter" method="post" action="/drafts/${id}" enctype="multipart/form-data" data-autosave>
<input type="hidden" name="kind" value="${letter.kind}"><input type="hidden" name="parent" value="${letter.parent ?? ''}">
${recipients}
${field({ name: 'subject', label: 'Subject', value: letter.subject })}
${textArea({ name: 'text', label: 'Message', value: letter.text, rows: 14 })}
${letter.attached.length > 0 ? attached(state, letter) : ''}
<div class="field"><label for="file">Attach a file</label><input id="file" name="file" type="file" accept=".txt,.csv"${
    mistakes.file ? html` aria-describedby="file-mistake"` : ''
  }>${mistakes.file ? html`<p class="mistake" id="file-mistake">${mistakes.file.join(' ')}</p>` : ''}</div>
<p class="buttons"><button type="submit" class="primary" name="action" value="send">Send</button>
<button type="submit" name="action" value="save">Save draft</button>
<button type="submit" name="action" value="discard">Discard</button>
<span class="saved" role="status"></span></p>
<datalist id="known">${store.all('contacts').map(({ name, email }) => html`<option value="${email}">${name}</option>`)}</datalist>
</form>`;
}

function attached({ store }: MailboxState, letter: Letter) {
  const known = letter.attached.flatMap((id) => store.get('attachments', id) ?? []);
  return html`<fieldset><legend>Attachments</legend>${known.map(({ id, name }) => checkbox('attached', name, true, id))}</fieldset>`;
}
