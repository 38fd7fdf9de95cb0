import type { MailboxState } from '../state/mailbox-state.ts';
import type { Message } from '../state/rows.ts';
import { type Addresses, readAddresses } from './addresses.ts';
import type { Letter } from './letter.ts';
import { attach, discardDraft, nextDraftId } from './save-draft.ts';

export type Sent = { readonly message: Message } | { readonly mistakes: Mistakes };
type Mistakes = Readonly<Record<string, readonly string[]>>;

/**
 * Sends the mail of a form once: the same form with the same text is not sent again. If another window sent a
 * different text from this form id, the mail counts as a new form.
 */
export function sendLetter(state: MailboxState, draft: string, letter: Letter): Sent {
  const { store } = state;
  const content = JSON.stringify(letter);
  const earlier = store.get('submissions', draft);
  const again = earlier?.content === content ? store.get('messages', earlier.message) : undefined;
  if (again) return { message: again };
  const to = readAddresses(state, letter.to);
  const cc = readAddresses(state, letter.cc);
  const bcc = readAddresses(state, letter.bcc);
  const mistakes = mistakesOf(to, cc, bcc);
  if (mistakes) return { mistakes };
  const parent = store.get('messages', letter.parent ?? '');
  const message = addMessage(state, {
    thread: parent?.thread ?? null,
    from: state.world.person.email,
    fromName: store.get('settings', 'settings')?.displayName ?? state.world.person.name,
    to: to.found,
    cc: cc.found,
    bcc: bcc.found,
    subject: letter.subject.trim() || '(no subject)',
    text: letter.text,
    inReplyTo: parent?.id ?? null,
  });
  attach(state, message.id, letter);
  discardDraft(state, draft);
  const submission = earlier ? nextDraftId(state) : draft;
  store.add('submissions', { id: submission, message: message.id, content });
  return { message };
}

/** The only place that creates sent mail. It starts a thread if the mail belongs to none. */
export function addMessage(
  state: MailboxState,
  { thread, ...fields }: Omit<Message, 'id' | 'date' | 'thread'> & { thread: string | null },
): Message {
  const { world, store } = state;
  const { from, to, cc, bcc, subject, text } = fields;
  const id = state.newId(
    'messages',
    from,
    to.join(),
    cc.join(),
    bcc.join(),
    subject,
    text,
    fields.inReplyTo ?? '',
  );
  const isToMe = [...to, ...cc, ...bcc].includes(world.person.email);
  const home = thread ?? state.newId('threads', id);
  const folder = isToMe ? 'inbox' : 'sent';
  if (thread === null) store.add('threads', { id: home, subject, folder, labels: [], starred: false });
  else if (isToMe) store.change('threads', home, { folder });
  const message = { id, thread: home, date: world.now, ...fields };
  store.add('messages', message);
  return message;
}

function mistakesOf(to: Addresses, cc: Addresses, bcc: Addresses): Mistakes | null {
  const none = to.found.length + cc.found.length + bcc.found.length === 0;
  const missing = none && to.mistakes.length === 0 ? ['Say who it is for.'] : [];
  const mistakes = { to: [...missing, ...to.mistakes], cc: cc.mistakes, bcc: bcc.mistakes };
  return Object.values(mistakes).some((each) => each.length > 0) ? mistakes : null;
}
