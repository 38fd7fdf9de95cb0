import type { Person } from '../../../../harness/web/host-handler.ts';
import type { Group } from './cast.ts';
import { fill, fillingOf, type Slots } from './fill-slots.ts';
import { awake, before } from './moments.ts';
import type { Line, Setting, Story } from './scene.ts';

type Role = 'me' | 'one' | 'two' | 'three';

/** A conversation template: the roles and their texts, in order. Each mail goes to all other named roles. */
export type Plot = {
  readonly subject: string;
  readonly slots: Slots;
  readonly beats: readonly (readonly [role: string, text: string])[];
  /** A table attached to the first mail. Each row draws its own slots. */
  readonly table?: {
    readonly name: string;
    readonly head: string;
    readonly row: string;
    readonly rows: readonly [number, number];
    readonly slots: Slots;
  };
};

export type Telling = {
  readonly group: Group;
  /** How often each plot is used, with other people and other words. */
  readonly times: number;
  /** The maximum age of the first mail, in days. */
  readonly since: number;
  /** The folder and labels of threads that are older than a month. */
  readonly folder: string;
  readonly labels: readonly string[];
  /** Whether the first person of the group always has the first role, like a landlord. */
  readonly isLed?: boolean;
};

export function tell(setting: Setting, plots: readonly Plot[], telling: Telling): readonly Story[] {
  return plots.flatMap((plot, number) =>
    Array.from({ length: telling.times }, (_, time) => storyOf(setting, plot, telling, `${number}-${time}`)),
  );
}

function storyOf(setting: Setting, plot: Plot, telling: Telling, key: string): Story {
  const { group, since, folder, labels, isLed = false } = telling;
  const { world, random, cast, me } = setting;
  const age = random.int(0, 9) < 6 ? random.int(0, 24) : random.int(25, since);
  const drawn = random.sample(cast[group].slice(isLed ? 1 : 0), isLed ? 2 : 3);
  // Every group has at least three people.
  const [one, two, three] = [...cast[group].slice(0, isLed ? 1 : 0), ...drawn] as [Person, Person, Person];
  const people: Record<Role, Person> = { me, one, two, three };
  let minutes = random.int(7 * 60, 20 * 60);
  const start = before(world.now, age + plot.beats.length, minutes);
  const filling = { ...fillingOf(plot.slots, random, start), ...firstNames(people) };
  const roles = plot.beats.map(([role]) => role as Role); // the file names no other roles; a test of the word lists checks this
  const present = [...new Set<Role>(['me', ...roles])];
  const lines = plot.beats.map(([role, text], index): Line => {
    minutes = awake(minutes + random.int(35, 900));
    const others = present.filter((each) => each !== role);
    const answered = roles.slice(0, index).findLast((each) => each !== role);
    const direct = index === 0 || answered === undefined ? others : [answered];
    const emails = (some: readonly Role[]) => some.map((each) => addressOf(people[each]));
    return {
      from: addressOf(people[role as Role]), // as above
      to: emails(direct),
      cc: emails(others.filter((each) => !direct.includes(each))),
      at: before(world.now, age + plot.beats.length, minutes),
      text: fill(text, filling),
      ...(index === 0 && plot.table && { files: [tableOf(setting, plot.table, filling, start)] }),
    };
  });
  const isOld = age > 30;
  return {
    key: `${group}-${key}`,
    subject: fill(plot.subject, filling),
    folder: isOld ? folder : 'inbox',
    labels: isOld || random.chance(0.3) ? labels : [],
    starred: random.chance(0.08),
    unread: age < 4 && random.chance(0.6),
    lines,
  };
}

function tableOf(
  { random }: Setting,
  table: NonNullable<Plot['table']>,
  filling: Readonly<Record<string, string>>,
  start: string,
) {
  const { name, head, row, rows, slots } = table;
  // The value of the first slot is unique per row, so that no person is listed twice.
  const [first = ''] = Object.keys(slots);
  const drawn = new Map(
    Array.from({ length: random.int(...rows) }, () => fillingOf(slots, random, start)).map((cells) => [
      cells[first],
      cells,
    ]),
  );
  const lines = [...drawn.values()].map((cells, index) =>
    fill(row, { ...filling, ...cells, number: String(index + 1) }),
  );
  return {
    name: fill(name, filling),
    type: 'text/csv' as const,
    text: `${[head, ...lines].join('\n')}\n`,
  };
}

function firstNames(people: Record<Role, Person>) {
  const entries = Object.entries(people).map(([role, { name }]) => [role, name.split(' ')[0] ?? name]);
  return Object.fromEntries(entries) as Record<Role, string>; // one entry a role
}

export const addressOf = ({ name, email }: Person) => ({ name, email });
