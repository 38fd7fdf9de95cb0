import { fill, fillingOf, type Slots } from '../fill-slots.ts';
import { before } from '../moments.ts';
import { addressOf } from '../plot.ts';
import type { Scene, Story } from '../scene.ts';
import words from '../words/sent.json' with { type: 'json' };

/** Sent mail without a reply. */
export const sent: Scene = {
  id: 'sent',
  stories: ({ world, me, cast, random }) =>
    words.map(({ subject, text, slots }, index): Story => {
      const person = random.pick([...cast.friends, ...cast.choir]);
      const at = before(world.now, random.int(2, 60), random.int(8 * 60, 21 * 60));
      const name = person.name.split(' ')[0] ?? person.name;
      // Pairs in JSON are typed as lists.
      const filling = { ...fillingOf(slots as unknown as Slots, random, at), name };
      return {
        key: `sent-${index}`,
        subject: fill(subject, filling),
        folder: 'sent',
        labels: [],
        starred: false,
        unread: false,
        lines: [{ from: addressOf(me), to: [addressOf(person)], at, text: fill(text, filling) }],
      };
    }),
};
