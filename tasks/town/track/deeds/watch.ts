import { watchId } from '../state/ids.ts';
import type { Issue } from '../state/rows.ts';
import type { Track } from '../state/track.ts';

export const isWatched = ({ store, me }: Track, { id }: Issue) =>
  store.get('watches', watchId(id, me)) !== undefined;

/** Readers may watch too, because it does not change the issue. */
export function setWatched(track: Track, issue: Issue, isOn: boolean): void {
  const { store, me } = track;
  const id = watchId(issue.id, me);
  if (!isOn) store.remove('watches', id);
  else if (!isWatched(track, issue)) store.add('watches', { id, issue: issue.id, person: me });
}
