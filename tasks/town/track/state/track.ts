import type { World } from '../../../../harness/web/host-handler.ts';
import type { Session } from '../../site/session.ts';
import { freeId } from '../../state/free-id.ts';
import { rowId } from '../../state/row-id.ts';
import { openStore, type Store } from '../../state/store.ts';
import { makePast } from '../past/make-past.ts';
import type {
  Comment,
  Event,
  Issue,
  Label,
  Link,
  Member,
  Milestone,
  Notification,
  Project,
  SavedFilter,
  Settings,
  Submission,
  Watch,
} from './rows.ts';

type TrackRows = {
  projects: Project;
  members: Member;
  labels: Label;
  milestones: Milestone;
  issues: Issue;
  comments: Comment;
  events: Event;
  links: Link;
  watches: Watch;
  notifications: Notification;
  filters: SavedFilter;
  settings: Settings;
  submissions: Submission;
  sessions: Session;
};

/** Tables for the bookkeeping of requests, which do not count as changes of the tracker. */
export const volatileTables = ['submissions', 'sessions'] as const;

export type Track = {
  readonly world: World;
  readonly store: Store<TrackRows>;
  /** The id of the signed-in person. */
  readonly me: string;
  /** An id derived from the content of the row, with a number added if that id is taken. */
  newId(table: keyof TrackRows, ...parts: readonly string[]): string;
  /** The wanted id, with a number added if it is taken. */
  freeId(table: keyof TrackRows, wanted: string): string;
};

export function openTrack(world: World): Track {
  const store = openStore<TrackRows>({ ...makePast(world), submissions: [], sessions: [] });
  const free = (table: keyof TrackRows, wanted: string) =>
    freeId(wanted, (id) => store.get(table, id) !== undefined);
  return {
    world,
    store,
    me: world.person.id,
    freeId: free,
    newId: (table, ...parts) => free(table, rowId(world.seed, table, ...parts)),
  };
}
