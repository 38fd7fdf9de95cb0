import { addressWith } from '../../site/address-with.ts';
import { confirm } from '../../site/confirm.ts';
import { backOf } from '../../site/exchange.ts';
import {
  labelThreads,
  moveThreads,
  starThreads,
  type Undoable,
  undo,
  unlabelThreads,
} from '../deeds/change-threads.ts';
import { deleteThreads } from '../deeds/delete-threads.ts';
import { markRead, markUnread } from '../deeds/mark-read.ts';
import type { Exchange } from '../parts/exchange.ts';
import type { MailboxState } from '../state/mailbox-state.ts';
import type { Page } from './page.ts';

/** The toolbar actions for the checked conversations. */
export const bulkPage: Page = (site) => {
  site.post('/bulk', bulk);
  site.post('/undo', (exchange) => {
    const done = undo(exchange.state, exchange.form.get('undo') ?? '');
    return exchange.lead(backOf(exchange, '/folder/inbox'), done ? 'undone' : 'nothing-undone');
  });
  site.post('/delete', (exchange) => {
    const inTrash = exchange.form.getAll('thread').filter((id) => isThrownAway(exchange.state, id));
    const count = deleteThreads(exchange.state, inTrash);
    const notice = count > 0 ? 'deleted' : 'nothing-changed';
    return exchange.lead(backOf(exchange, '/folder/trash'), notice);
  });
};

function bulk(exchange: Exchange) {
  const { state, form } = exchange;
  const back = backOf(exchange, '/folder/inbox');
  for (const name of ['star', 'unstar'] as const) {
    const id = form.get(name);
    if (id) return said(exchange, starThreads(state, [id], name === 'star'), back);
  }
  const ids = form.getAll('thread').filter((id) => state.store.get('threads', id));
  if (ids.length === 0) return exchange.lead(back, 'nothing-chosen');
  const action = form.get('action') ?? '';
  const leave = form.get('leave')?.startsWith('/folder/') ? (form.get('leave') ?? back) : back;
  const folder = action === 'move' ? (form.get('folder') ?? '') : action;
  if (state.store.get('folders', folder) && folder !== 'sent')
    return said(exchange, moveThreads(state, ids, folder), leave);
  if (action === 'label' || action === 'unlabel') return said(exchange, relabel(exchange, ids, action), back);
  if (action === 'read' || action === 'unread') {
    (action === 'read' ? markRead : markUnread)(state, ids);
    return exchange.lead(action === 'read' ? back : leave, 'read-marks');
  }
  if (action === 'delete')
    return ask(
      exchange,
      ids.filter((id) => isThrownAway(state, id)),
      leave,
    );
  return exchange.lead(back, 'nothing-changed');
}

function relabel({ state, form }: Exchange, ids: readonly string[], action: 'label' | 'unlabel'): Undoable {
  const label = form.get('label') ?? '';
  if (!state.store.get('labels', label)) return null;
  return (action === 'label' ? labelThreads : unlabelThreads)(state, ids, label);
}

function said(exchange: Exchange, undoable: Undoable, path: string) {
  return undoable
    ? exchange.lead(addressWith(new URL(path, exchange.url), { undo: undoable }))
    : exchange.lead(path, 'nothing-changed');
}

function ask(exchange: Exchange, ids: readonly string[], back: string) {
  const count = ids.length === 1 ? 'this conversation' : `these ${ids.length} conversations`;
  return exchange.show(
    'Delete forever',
    confirm({
      title: 'Delete forever?',
      words: `No one can bring ${count} back.`,
      action: '/delete',
      button: 'Delete forever',
      cancel: back,
      hidden: [['back', back], ...ids.map((id) => ['thread', id] as const)],
    }),
  );
}

/** Permanent deletion works only in trash and spam. */
function isThrownAway({ store }: MailboxState, id: string): boolean {
  const folder = store.get('threads', id)?.folder;
  return folder === 'trash' || folder === 'spam';
}
