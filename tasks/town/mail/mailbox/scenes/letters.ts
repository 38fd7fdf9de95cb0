import type { Person } from '../../../../../harness/web/host-handler.ts';
import { fill, fillingOf, type Slots } from '../fill-slots.ts';
import { before } from '../moments.ts';
import { addressOf } from '../plot.ts';
import type { Scene, Setting, Story } from '../scene.ts';
import words from '../words/letters.json' with { type: 'json' };

/**
 * Letters with one subject each: new addresses, requests to choose a day, and requests for help that landed
 * in spam. Their telephone numbers are from the range that Ofcom reserves for drama.
 */
export const letters: Scene = {
  id: 'letters',
  stories: (setting) => {
    const { cast, random } = setting;
    const people = random.sample([...cast.friends, ...cast.choir, ...cast.colleagues], 18);
    const movers = people.slice(0, 7);
    const asking = oneTwice(people.slice(7, 13));
    const waiting = oneTwice(people.slice(13));
    const matters = random.sample(words.questions.matters, asking.length);
    const reasons = random.sample(words.strays.matters, waiting.length);
    return [
      ...movers.map((one, index) => moveOf(setting, one, index)),
      ...asking.map((one, index) =>
        storyOf(setting, words.questions, {
          key: `questions-${index}`,
          to: [one, asking[(index + 1) % asking.length] ?? one],
          age: 1 + index * 2 + random.int(0, 1),
          said: { matter: matters[index] ?? '' },
        }),
      ),
      ...waiting.map((one, index) => ({
        ...storyOf(setting, words.strays, {
          key: `strays-${index}`,
          to: [one],
          age: 1 + index * 3 + random.int(0, 2),
          said: { matter: reasons[index] ?? '' },
        }),
        folder: 'spam',
        unread: true,
      })),
    ];
  },
};

/** The second sender also writes about something else. */
const oneTwice = (people: readonly Person[]) => [...people, ...people.slice(1, 2)];

/** The new street is one that other people live in. Every second sender corrects the house number later. */
function moveOf(setting: Setting, one: Person, index: number): Story {
  const { random, world } = setting;
  const neighbours = world.people.filter(({ city }) => city !== one.city);
  const { city, postcode, street } = random.pick(neighbours);
  const said = { city, postcode, street: street.replace(/^\d+ /, '') };
  const { later, ...kind } = words.moves;
  const age = 3 + index * 6 + random.int(0, 3);
  return storyOf(setting, index % 2 === 1 ? { ...kind, later } : kind, {
    key: `moves-${index}`,
    to: [one],
    age,
    said,
  });
}

type Kind = {
  readonly subject: string;
  readonly text: string;
  readonly later?: string;
  readonly slots: unknown;
};
type Told = {
  readonly key: string;
  /** The sender, and the other recipients. */
  readonly to: readonly [Person, ...Person[]];
  readonly age: number;
  readonly said: Readonly<Record<string, string>>;
};

function storyOf({ world, random, me }: Setting, kind: Kind, { key, to, age, said }: Told): Story {
  const [one, ...others] = to;
  const minutes = random.int(7 * 60, 21 * 60);
  const at = before(world.now, age, minutes);
  // Pairs in JSON are typed as lists.
  const drawn = fillingOf(kind.slots as Slots, random, at);
  const filling = { ...drawn, ...said, me: firstName(me), one: firstName(one) };
  const texts = [kind.text, ...(kind.later ? [kind.later] : [])];
  return {
    key,
    subject: kind.subject,
    folder: age > 30 ? 'archive' : 'inbox',
    labels: [],
    starred: false,
    unread: false,
    lines: texts.map((text, part) => ({
      from: addressOf(one),
      to: [me, ...others].map(addressOf),
      at: before(world.now, age - part, minutes + part * 53),
      text: fill(text, filling),
    })),
  };
}

const firstName = ({ name }: Person) => name.split(' ')[0] ?? name;
