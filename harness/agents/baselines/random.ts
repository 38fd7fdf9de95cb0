import { mulberry32 } from '../../results/statistics/statistics.ts';
import { textOf } from '../../task/walkthroughs/find-element.ts';
import type { PageElement } from '../../task/walkthroughs/page-element.ts';
import { actOn, defineBaseline, look, press, wordsOf } from './walk/baseline.ts';
import type { Acts, Hand } from './walk/hand.ts';

const maxCalls = 20;
const clicked: ReadonlySet<string> = new Set([
  'link',
  'button',
  'tab',
  'menuitem',
  'checkbox',
  'radio',
  'switch',
]);
const filled: ReadonlySet<string> = new Set(['textbox', 'searchbox', 'spinbutton']);

/** Its draws are seeded with the trial's number, so that each trial is repeatable. */
export const random = defineBaseline({
  id: 'random',
  summary: 'clicks and fills at random in twenty calls: passes only by chance',
  acts: (hand, goal, trial) => firstOf(maxCalls, tries(hand, goal, trial)),
});

function* tries(hand: Hand, goal: string, trial: number): Acts<null> {
  const draw = mulberry32(trial);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(draw() * list.length)];
  for (;;) {
    const elements = yield* look(hand);
    const element = pick(elements.filter(isOffered));
    if (!element) return null;
    if (clicked.has(element.role)) yield* actOn(hand, element, { verb: 'click' });
    else if (element.role === 'combobox') {
      const option = pick(optionsOf(elements, element));
      if (option) yield* actOn(hand, element, { verb: 'select', option });
    } else {
      yield* actOn(hand, element, { verb: 'fill', text: pick(wordsOf(goal)) ?? 'a' });
      if (draw() < 0.5) yield* press(hand, 'Enter');
    }
  }
}

function* firstOf(calls: number, acts: Acts<null>): Acts<null> {
  let sent = 0;
  for (const act of acts) {
    if ('say' in act) sent += 1;
    if (sent > calls) return null;
    yield act;
  }
  return null;
}

function isOffered({ role, ref }: PageElement): boolean {
  return ref !== null && (clicked.has(role) || filled.has(role) || role === 'combobox');
}

/** The options inside a box. */
export function optionsOf(elements: readonly PageElement[], box: PageElement): string[] {
  const inside = elements.slice(elements.indexOf(box) + 1);
  const end = inside.findIndex(({ depth }) => depth <= box.depth);
  return inside
    .slice(0, end < 0 ? inside.length : end)
    .filter(({ role }) => role === 'option')
    .map((option) => textOf(elements, option));
}
