import type { Role } from '../state/rows.ts';
import type { Track } from '../state/track.ts';

export function roleIn({ store }: Track, project: string, person: string): Role | null {
  return store.get('members', `${project}:${person}`)?.role ?? null;
}

/** Whether the signed-in person may change issues of this project. */
export function mayChange(track: Track, project: string): boolean {
  const role = roleIn(track, project, track.me);
  return role === 'lead' || role === 'member';
}

/** Whether the person may also change its labels and milestones. */
export function mayLead(track: Track, project: string): boolean {
  return roleIn(track, project, track.me) === 'lead';
}

/** The possible assignees in a project, by name. */
export function handsOf({ world, store }: Track, project: string) {
  const hands = new Set(
    store
      .all('members')
      .filter((each) => each.project === project && each.role !== 'reader')
      .map(({ person }) => person),
  );
  return world.people
    .filter(({ id }) => hands.has(id))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

export function leadOf({ world, store }: Track, project: string) {
  const lead = store.all('members').find((each) => each.project === project && each.role === 'lead');
  return world.people.find(({ id }) => id === lead?.person);
}
