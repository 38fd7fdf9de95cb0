import type { MailboxState } from '../state/mailbox-state.ts';

/** The displayed name of an address: the name of the contact or the person of the town, else the sender's own name. */
export function nameOf({ world, store }: MailboxState, email: string, said = ''): string {
  const contact = store.all('contacts').find((each) => each.email === email);
  const person = world.people.find((each) => each.email === email);
  return contact?.name ?? person?.name ?? (said || email);
}
