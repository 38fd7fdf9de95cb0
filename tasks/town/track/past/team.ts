import type { Person, World } from '../../../../harness/web/host-handler.ts';
import type { Member, Role } from '../state/rows.ts';
import { projectWords } from './plot.ts';

export type Team = {
  readonly members: readonly Member[];
  /** All possible reporters, including the members. */
  readonly reporters: readonly Person[];
  /** The team of each project. */
  readonly hands: ReadonlyMap<string, readonly Person[]>;
};

/** The person leads one project, only reads another, and is a member of the rest. The seed decides which. */
export function teamOf(world: World): Team {
  const random = world.random('track: team');
  const { person: me } = world;
  const others = random.sample(
    world.people.filter(({ id }) => id !== me.id),
    30,
  );
  const [led, readOnly] = random.sample(projectWords, 2);
  const hands = new Map<string, readonly Person[]>();
  const members = projectWords.flatMap((project) => {
    const { id } = project;
    const drawn = random.sample(others.slice(0, 24), 8);
    const isMine = project !== readOnly;
    hands.set(id, isMine ? [me, ...drawn] : drawn);
    const roleOfMe: Role = project === led ? 'lead' : isMine ? 'member' : 'reader';
    const first: Role = project === led ? 'member' : 'lead';
    const row = ({ id: person }: Person, role: Role): Member => ({
      id: `${id}:${person}`,
      project: id,
      person,
      role,
    });
    return [row(me, roleOfMe), ...drawn.map((person, index) => row(person, index === 0 ? first : 'member'))];
  });
  return { members, reporters: [me, ...others], hands };
}
