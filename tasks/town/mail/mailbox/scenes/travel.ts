import { fill, fillingOf, type Slots } from '../fill-slots.ts';
import { before } from '../moments.ts';
import { addressOf } from '../plot.ts';
import type { Line, Scene, Setting, Story } from '../scene.ts';
import bookings from '../words/travel.json' with { type: 'json' };

type Booking = (typeof bookings)[number];

/** Tickets and rooms: booked, sometimes changed or cancelled, with the details as a text file. */
export const travel: Scene = {
  id: 'travel',
  stories: (setting) =>
    bookings.flatMap((booking) => booking.fates.map((fate, index) => storyOf(setting, booking, fate, index))),
};

function storyOf({ world, random, me }: Setting, booking: Booking, fate: string, index: number): Story {
  const { name, email, closing, subject, text, changed, cancelled, slots } = booking;
  const age = random.int(4, 24) + index * random.int(4, 28);
  const minutes = random.int(480, 1300);
  const at = before(world.now, age, minutes);
  // Pairs in JSON are typed as lists.
  const filling = { ...fillingOf(slots as unknown as Slots, random, at), me: me.name };
  const line = (template: string, days: number): Line => {
    const body = fill(template, filling);
    return {
      from: { name, email },
      to: [addressOf(me)],
      at: before(world.now, Math.max(0, age - days), minutes + days * 31),
      text: `Dear ${me.name},\n\n${body}\n\n${closing}\n\n${name}`,
      files:
        days === 0
          ? [{ name: fill('booking-{code}.txt', filling), type: 'text/plain', text: `${body}\n` }]
          : [],
    };
  };
  const isOld = age > 40;
  return {
    key: `${email}-${index}`,
    subject: fill(subject, filling),
    folder: isOld ? 'travel' : 'inbox',
    labels: [],
    starred: random.chance(0.1),
    unread: age < 6,
    lines: [
      line(text, 0),
      ...(fate === 'booked' ? [] : [line(changed, 2)]),
      ...(fate === 'cancelled' ? [line(cancelled, 3)] : []),
    ],
  };
}
