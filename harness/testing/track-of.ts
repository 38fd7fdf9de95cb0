import { createHost, createPeople } from '../../tasks/web/track.town.test/_host.ts';
import { hostOf } from './host-of.ts';

/** The tracker of a fresh world without a browser. */
export function trackOf(seed: number) {
  const track = hostOf({ host: 'track.town.test', createHost, createPeople }, seed);
  const { world, rows } = track;
  const roleOf = (wanted: string) =>
    String(
      rows('members').find(({ person, role }) => person === world.person.id && role === wanted)?.project,
    );
  return {
    ...track,
    /** The project that the person leads, one that the person may change, and the one that is read only. */
    led: roleOf('lead'),
    member: roleOf('member'),
    readOnly: roleOf('reader'),
    issueIn: (project: string, status = 'open') => {
      const found = rows('issues').find((row) => row.project === project && row.status === status);
      if (!found) throw new Error(`no issue of ${project} is ${status}`);
      return found;
    },
  };
}
