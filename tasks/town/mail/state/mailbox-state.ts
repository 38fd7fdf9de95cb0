import type { World } from '../../../../harness/web/host-handler.ts';
import type { Session } from '../../site/session.ts';
import { freeId } from '../../state/free-id.ts';
import { rowId } from '../../state/row-id.ts';
import { openStore, type Store } from '../../state/store.ts';
import { makeMailbox } from '../mailbox/make-mailbox.ts';
import type {
  Answered,
  Attachment,
  Contact,
  Draft,
  Filter,
  Folder,
  Label,
  Message,
  Read,
  Settings,
  Signature,
  Submission,
  Thread,
  Undo,
  Vacation,
} from './rows.ts';

type MailRows = {
  folders: Folder;
  labels: Label;
  threads: Thread;
  messages: Message;
  reads: Read;
  attachments: Attachment;
  drafts: Draft;
  contacts: Contact;
  filters: Filter;
  signatures: Signature;
  settings: Settings;
  vacation: Vacation;
  answered: Answered;
  undo: Undo;
  submissions: Submission;
  sessions: Session;
};

/** Tables for the bookkeeping of requests, which do not count as changes of the mailbox. */
export const volatileTables = ['undo', 'submissions', 'sessions'] as const;

export type MailboxState = {
  readonly world: World;
  readonly store: Store<MailRows>;
  /** An id derived from the content of the row, with a number added if that id is taken. */
  newId(table: keyof MailRows, ...parts: readonly string[]): string;
};

export function openMailbox(world: World): MailboxState {
  const store = openStore<MailRows>({
    ...makeMailbox(world),
    answered: [],
    undo: [],
    submissions: [],
    sessions: [],
  });
  return {
    world,
    store,
    newId: (table, ...parts) =>
      freeId(rowId(world.seed, table, ...parts), (id) => store.get(table, id) !== undefined),
  };
}
