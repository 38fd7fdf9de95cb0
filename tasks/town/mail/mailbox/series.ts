import { fill, fillingOf, type Slots } from './fill-slots.ts';
import { before, spokenMonth } from './moments.ts';
import { addressOf } from './plot.ts';
import type { Setting, Story } from './scene.ts';

/** Recurring mail of one kind from one sender, with varied words. `{month}` and `{number}` belong to the issue. */
export type Series = {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly text: string;
  /** A later mail from the same sender in the same thread, for every second issue. */
  readonly later?: string;
  readonly slots: Slots;
  readonly count: number;
  /** The days between two issues, and since the latest issue. */
  readonly every: number;
  readonly latest: number;
  readonly folder: string;
  readonly labels: readonly string[];
};

export function issues({ world, random, me }: Setting, series: readonly Series[]): readonly Story[] {
  return series.flatMap(
    ({ name, email, subject, text, later, slots, count, every, latest, folder, labels }) =>
      Array.from({ length: count }, (_, index): Story => {
        const age = latest + index * every + random.int(0, Math.floor(every / 4));
        const minutes = random.int(5 * 60, 9 * 60);
        const at = before(world.now, age, minutes);
        const number = String(random.int(100, 260) * count - index);
        const filling = { ...fillingOf(slots, random, at), month: spokenMonth(at), number, me: me.name };
        const from = { name, email };
        const lines = [text, ...(later && index % 2 === 1 ? [later] : [])].map((template, part) => ({
          from,
          to: [addressOf(me)],
          at: before(world.now, Math.max(0, age - part), minutes + part * 97),
          text: fill(template, filling),
        }));
        const isOld = age > 21;
        return {
          key: `${email}-${index}`,
          subject: fill(subject, filling),
          folder: folder === 'spam' || folder === 'trash' || isOld ? folder : 'inbox',
          labels: isOld || random.chance(0.4) ? labels : [],
          starred: random.chance(0.04),
          unread: folder === 'spam' || (age < 8 && random.chance(0.5)),
          lines,
        };
      }),
  );
}
