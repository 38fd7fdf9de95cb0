import { createHost, createPeople } from '../../tasks/web/mail.town.test/_host.ts';
import { hostOf } from './host-of.ts';

const host = 'mail.town.test';

/** The mailbox of a fresh world without a browser. */
export function mailOf(seed: number) {
  const mail = hostOf({ host, createHost, createPeople }, seed);
  const { world, rows } = mail;
  return {
    ...mail,
    deliver: (from: string, subject: string, text = 'Hello') =>
      world.post(host, { kind: 'mail', to: world.person.email, from, subject, text }),
    threadsIn: (folder: string) => rows('threads').filter((row) => row.folder === folder),
  };
}
