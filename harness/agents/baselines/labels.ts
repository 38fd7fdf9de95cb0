import { isField, nameOf } from '../../task/walkthroughs/find-element.ts';
import type { PageElement } from '../../task/walkthroughs/page-element.ts';
import { optionsOf } from './random.ts';
import { actOn, defineBaseline, look, wordsOf } from './walk/baseline.ts';
import type { Acts } from './walk/hand.ts';

export const labels = defineBaseline({
  id: 'labels',
  summary: 'fills the fields whose labels are in the goal, then presses the most similar button',
  acts: function* (hand, goal): Acts<null> {
    const fields = (yield* look(hand)).filter((element) => isField(element) && element.ref !== null);
    for (const { role, name } of fields) {
      // Read again, because refs may expire with each act.
      const elements = yield* look(hand);
      const field = elements.find((each) => each.role === role && each.name === name);
      if (field) yield* putIn(hand, elements, field, goal);
    }
    const elements = yield* look(hand);
    const button = nearestButton(elements, goal);
    if (button) yield* actOn(hand, button, { verb: 'click' });
    return null;
  },
});

function* putIn(
  hand: Parameters<typeof actOn>[0],
  elements: readonly PageElement[],
  field: PageElement,
  goal: string,
): Acts<void> {
  const { role, name } = field;
  if (role === 'checkbox' || role === 'radio' || role === 'switch') {
    if (stands(name, goal)) yield* actOn(hand, field, { verb: 'check' });
  } else if (role === 'combobox' || role === 'listbox') {
    const option = optionsOf(elements, field).find((each) => stands(each, goal));
    if (option !== undefined) yield* actOn(hand, field, { verb: 'select', option });
  } else {
    const value = valueBeside(name, goal);
    if (value !== null) yield* actOn(hand, field, { verb: 'fill', text: value });
  }
}

function stands(words: string, goal: string): boolean {
  return words !== '' && goal.toLowerCase().includes(words.toLowerCase());
}

const numbers = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/**
 * The value beside a label in the goal: the quoted text after it, else the words up to the next comma or full stop,
 * else the number before it. Null if the label is not in the goal.
 */
export function valueBeside(label: string, goal: string): string | null {
  const at = label === '' ? -1 : goal.toLowerCase().indexOf(label.toLowerCase());
  if (at < 0) return null;
  const after = goal.slice(at + label.length);
  const quoted = /^[^.;,]{0,20}?["“\u2018']([^"”\u2019']+)["”\u2019']/.exec(after)?.[1];
  if (quoted !== undefined) return quoted;
  const before = /(\w+)(?:\s+\w+)?\s+$/.exec(goal.slice(0, at))?.[1]?.toLowerCase() ?? '';
  const count = /^\d+$/.test(before) ? Number(before) : numbers.indexOf(before);
  if (count >= 0) return String(count);
  return /^\s*(?:is|as|to|of|:|=)?\s*([^,.;:]+)/.exec(after)?.[1]?.trim() || null;
}

function nearestButton(elements: readonly PageElement[], goal: string): PageElement | null {
  const wanted = new Set(wordsOf(goal));
  const buttons = elements
    .filter(({ role, ref }) => role === 'button' && ref !== null)
    .map((element) => {
      const words = wordsOf(nameOf(elements, element));
      return { element, score: words.filter((word) => wanted.has(word)).length };
    });
  return buttons.sort((a, b) => b.score - a.score)[0]?.element ?? null;
}
