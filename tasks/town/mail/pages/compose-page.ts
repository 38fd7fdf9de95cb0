import { letterOf, newLetter, replyTo } from '../deeds/letter.ts';
import { discardDraft, nextDraftId, saveDraft } from '../deeds/save-draft.ts';
import { sendLetter } from '../deeds/send-letter.ts';
import type { Exchange } from '../parts/exchange.ts';
import { letterForm } from '../parts/letter-form.ts';
import { readLetter } from '../parts/read-letter.ts';
import type { DraftKind } from '../state/rows.ts';
import type { Page } from './page.ts';

/** New mail, replies and forwards. Each message has one draft per kind of answer, which is reopened later. */
export const composePage: Page = (site) => {
  site.get('/compose', (exchange) => {
    const said = (name: string) => exchange.url.searchParams.get(name) ?? '';
    const letter = newLetter(exchange.state, { to: said('to'), subject: said('subject') });
    return exchange.show('New message', letterForm(exchange.state, nextDraftId(exchange.state), letter));
  });
  for (const kind of ['reply', 'reply-all', 'forward'] as const)
    site.get(`/${kind}/:message`, (exchange) => answer(exchange, kind));
  site.get('/drafts/:id', (exchange) => {
    const draft = exchange.state.store.get('drafts', exchange.parameter('id'));
    if (!draft) return undefined;
    return exchange.show('Draft', letterForm(exchange.state, draft.id, letterOf(draft)));
  });
  site.post('/drafts/:id', receive);
};

const titles = { reply: 'Reply', 'reply-all': 'Reply to all', forward: 'Forward' };

function answer(exchange: Exchange, kind: Exclude<DraftKind, 'new'>) {
  const { store } = exchange.state;
  const parent = store.get('messages', exchange.parameter('message'));
  if (!parent) return undefined;
  const drafts = store.all('drafts').filter((each) => each.parent === parent.id && each.kind === kind);
  const draft = drafts.at(-1);
  let id = `${kind}-${parent.id}`;
  for (let count = 2; store.get('submissions', id); count++) id = `${kind}-${parent.id}-${count}`;
  return exchange.show(
    titles[kind],
    letterForm(
      exchange.state,
      draft?.id ?? id,
      draft ? letterOf(draft) : replyTo(exchange.state, parent, kind),
    ),
  );
}

function receive(exchange: Exchange) {
  const { state, form } = exchange;
  const id = exchange.parameter('id');
  const read = readLetter(exchange);
  const shown = (mistakes: Record<string, readonly string[]>) =>
    exchange.show('Not sent', letterForm(state, id, read.letter, mistakes), 422);
  if (form.get('action') === 'discard') {
    discardDraft(state, id);
    return exchange.lead('/drafts', 'draft-discarded');
  }
  if (read.mistakes.length > 0) return shown({ file: read.mistakes });
  if (form.get('action') === 'send') {
    const sent = sendLetter(state, id, read.letter);
    return 'mistakes' in sent
      ? shown({ ...sent.mistakes })
      : exchange.lead(`/thread/${sent.message.thread}`, 'sent');
  }
  saveDraft(state, id, read.letter);
  if (form.get('action') === 'autosave') return new Response(null, { status: 204 });
  return exchange.lead(`/drafts/${id}`, 'draft-saved');
}
