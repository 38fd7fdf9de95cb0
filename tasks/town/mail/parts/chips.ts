import { html } from 'hono/html';
import type { MailboxState } from '../state/mailbox-state.ts';
import type { Thread } from '../state/rows.ts';

/** The possible colours of a label, by name. */
export const colours = ['amber', 'blue', 'green', 'plum', 'red', 'slate'] as const;

export function chips({ store }: MailboxState, { labels }: Thread) {
  return labels.flatMap((id) => {
    const label = store.get('labels', id);
    return label ? [html`<span class="chip ${label.colour}">${label.name}</span>`] : [];
  });
}
