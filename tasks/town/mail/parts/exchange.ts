import type { Context } from 'hono';
import * as site from '../../site/exchange.ts';
import type { MailboxState } from '../state/mailbox-state.ts';
import { document, frame, type Visit } from './frame.ts';
import type { Notice } from './notice-bar.ts';
import { emptyForm, type Form } from './read-form.ts';

/** A request that the mailbox is handling. */
export type Exchange = Visit & site.Exchange<Notice> & { readonly files: Form['files'] };

export function exchangeOf(
  state: MailboxState,
  context: Context,
  { fields, files }: Form = emptyForm,
): Exchange {
  const look = {
    document,
    frame: (url: URL, title: string, content: unknown) => frame({ state, url }, title, content),
  };
  return { ...site.exchangeOf<Notice>(context, fields, look), state, files };
}
