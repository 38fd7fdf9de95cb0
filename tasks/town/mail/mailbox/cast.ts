import type { Person, World } from '../../../../harness/web/host-handler.ts';

/** The relations of people to the mailbox's owner. Each person has one relation at most. */
export type Cast = {
  readonly friends: readonly Person[];
  readonly colleagues: readonly Person[];
  readonly choir: readonly Person[];
  readonly house: readonly Person[];
  readonly school: readonly Person[];
};

export type Group = keyof Cast;

export function castOf(world: World): Cast {
  const others = world.people.filter(({ id }) => id !== world.person.id);
  const drawn = world.random('mail: cast').sample(others, 30);
  return {
    friends: drawn.slice(0, 8),
    colleagues: drawn.slice(8, 15),
    choir: drawn.slice(15, 23),
    house: drawn.slice(23, 26),
    school: drawn.slice(26, 30),
  };
}
