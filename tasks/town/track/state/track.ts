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

/** What bookkeeping of requests needs and nobody would call a change of the tracker. */
export const volatileTables = ['submissions', 'sessions'] as const;

export type Track = {
  readonly world: World;
  readonly store: Store<TrackRows>;
  /** The id of who is signed in. */
  readonly me: string;
  /** An id of what the row says, with a number behind it where the same was said before. */
  newId(table: keyof TrackRows, ...parts: readonly string[]): string;
  /** The wanted id, with a number behind it where something has it. */
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
