import type { World } from '../../../../harness/web/host-handler.ts';
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
  Session,
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
  const freeId = (table: keyof TrackRows, wanted: string) => {
    let id = wanted;
    for (let count = 2; store.get(table, id); count++) id = `${wanted}-${count}`;
    return id;
  };
  return {
    world,
    store,
    me: world.person.id,
    freeId,
    newId: (table, ...parts) => freeId(table, rowId(world.seed, table, ...parts)),
  };
}
