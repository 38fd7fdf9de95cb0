import type { MailboxState } from '../state/mailbox-state.ts';

/** How an address is shown: as the contact or the person of the town is called, else as it called itself. */
export function nameOf({ world, store }: MailboxState, email: string, said = ''): string {
  const contact = store.all('contacts').find((each) => each.email === email);
  const person = world.people.find((each) => each.email === email);
  return contact?.name ?? person?.name ?? (said || email);
}
