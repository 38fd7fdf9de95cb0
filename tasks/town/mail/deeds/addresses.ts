import type { MailboxState } from '../state/mailbox-state.ts';
import type { Address } from '../state/rows.ts';

export type Addresses = { readonly found: readonly string[]; readonly mistakes: readonly string[] };

const form = /^[^\s@<>(),;:"]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

export const isAddress = (text: string) => form.test(text);

/** `Ada Bell <ada@example.test>` or the bare address; without a name, `name` is empty. */
export function readAddress(text: string): Address {
  const [, name = '', email = ''] = /^\s*"?([^"<]*?)"?\s*<([^<>]*)>\s*$/.exec(text) ?? [];
  return email ? { name, email: email.trim().toLowerCase() } : { name: '', email: text.trim().toLowerCase() };
}

/**
 * Parses a recipients field: addresses or names of contacts, separated by commas or semicolons. An address of
 * the town's own domain must exist.
 */
export function readAddresses({ world, store }: MailboxState, text: string): Addresses {
  const domain = domainOf(world.person.email);
  const contacts = store.all('contacts');
  const known = new Set([
    ...world.people.map(({ email }) => email),
    ...contacts.map(({ email }) => email),
    ...store.all('messages').map(({ from }) => from),
  ]);
  const found = new Set<string>();
  const mistakes: string[] = [];
  for (const part of text.split(/[,;\n]/).map((each) => each.trim())) {
    if (part === '') continue;
    const named = contacts.filter(({ name }) => name.toLowerCase() === part.toLowerCase());
    const { email } = readAddress(named.length === 1 ? (named[0]?.email ?? part) : part);
    if (named.length > 1)
      mistakes.push(`“${part}” is the name of ${named.length} contacts. Write the address.`);
    else if (!isAddress(email)) mistakes.push(`“${part}” is neither an address nor the name of a contact.`);
    else if (domainOf(email) === domain && !known.has(email))
      mistakes.push(`There is no mailbox ${email}. Check the spelling.`);
    else found.add(email);
  }
  return { found: [...found], mistakes };
}

const domainOf = (email: string) => email.slice(email.indexOf('@') + 1);
