import type { Random } from '../../../../harness/web/host-handler.ts';
import { daysLater, money, nextWorkday, spokenDay } from './moments.ts';

/**
 * The kinds of values for a word in braces: one of a list; an integer in a range; an amount in cents; a date
 * some days later, written out (`workday`: moved to the next working day); letters and digits by a pattern
 * (`A` a letter, `9` a digit).
 */
type Slot =
  | readonly string[]
  | { readonly int: readonly [number, number] }
  | { readonly cents: readonly [number, number] }
  | { readonly day: readonly [number, number] }
  | { readonly workday: readonly [number, number] }
  | { readonly code: string };

export type Slots = Readonly<Record<string, Slot>>;
export type Filling = Readonly<Record<string, string>>;

/** Draws every slot once, so that all mails of a story agree. No two lists of a story give the same word. */
export function fillingOf(slots: Slots, random: Random, date: string): Filling {
  const drawn: Record<string, string> = {};
  for (const [name, slot] of Object.entries(slots)) {
    const taken = new Set(Object.values(drawn));
    let value = draw(slot, random, date);
    for (let tries = 0; taken.has(value) && tries < 20; tries++) value = draw(slot, random, date);
    drawn[name] = value;
  }
  return drawn;
}

/** Capitalises the start of sentences. Throws if no value was drawn for a word in braces, which is an error in the template. */
export function fill(template: string, filling: Filling): string {
  return template.replace(
    /([.!?]\s+|\n)?\{(\w+)\}/g,
    (_, before: string | undefined, name: string, at: number) => {
      const value = filling[name];
      if (value === undefined) throw new Error(`nothing fills {${name}} of: ${template}`);
      const begins = before !== undefined || at === 0;
      return `${before ?? ''}${begins ? `${value.charAt(0).toUpperCase()}${value.slice(1)}` : value}`;
    },
  );
}

const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ'.split('');

function draw(slot: Slot, random: Random, date: string): string {
  if ('int' in slot) return String(random.int(...slot.int));
  if ('cents' in slot) return money(random.int(...slot.cents));
  if ('day' in slot) return spokenDay(daysLater(date, random.int(...slot.day)));
  if ('workday' in slot) return spokenDay(nextWorkday(daysLater(date, random.int(...slot.workday))));
  if ('code' in slot)
    return slot.code.replace(/[A9]/g, (place) =>
      place === 'A' ? random.pick(letters) : String(random.int(0, 9)),
    );
  return random.pick(slot);
}
