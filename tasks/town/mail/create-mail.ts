import type { CreateHost } from '../../../harness/web/host-handler.ts';
import { serveSite } from '../site/serve-site.ts';
import { onFirstUse } from '../state/on-first-use.ts';
import { receiveMail } from './deeds/receive-mail.ts';
import { pages } from './pages/index.ts';
import { exchangeOf } from './parts/exchange.ts';
import { readForm } from './parts/read-form.ts';
import { openMailbox, volatileTables } from './state/mailbox-state.ts';

/** The web mail of the one signed-in person. It is created on the first request. */
export const createMail: CreateHost = (world) => {
  const state = onFirstUse(() => openMailbox(world));
  return {
    fetch: serveSite(() => ({
      world,
      store: state().store,
      session: 'session',
      home: { path: '/folder/inbox', link: 'To the inbox' },
      pages,
      exchangeOf: (context, form) => exchangeOf(state(), context, form),
      readForm,
    })),
    tables: () => state().store.tables(),
    volatile: volatileTables,
    receive: (event) => {
      if (event.kind !== 'mail')
        throw new TypeError(`the mailbox takes events of kind mail, not ${event.kind}`);
      receiveMail(state(), event);
    },
  };
};
