import { nameOf } from '../../task/walkthroughs/find-element.ts';
import type { PageElement } from '../../task/walkthroughs/page-element.ts';
import { actOn, defineBaseline, look, press, wordsOf } from './walk/baseline.ts';
import type { Acts } from './walk/hand.ts';

const maxLinks = 4;

export const keyword = defineBaseline({
  id: 'keyword',
  summary: 'searches for the words of the goal, then follows the most similar links',
  acts: function* (hand, goal): Acts<null> {
    const wanted = wordsOf(goal);
    const followed = new Set<string>();
    let elements = yield* look(hand);
    const search = elements.find(isSearch);
    if (search) {
      yield* actOn(hand, search, { verb: 'fill', text: wanted.join(' ') });
      yield* press(hand, 'Enter');
      elements = yield* look(hand);
    }
    while (followed.size < maxLinks) {
      const link = mostAlike(elements, wanted, followed);
      if (!link) return null;
      followed.add(nameOf(elements, link));
      yield* actOn(hand, link, { verb: 'click' });
      elements = yield* look(hand);
    }
    return null;
  },
});

function isSearch({ role, name, ref }: PageElement): boolean {
  return ref !== null && (role === 'searchbox' || (role === 'textbox' && /search|find/i.test(name)));
}

/**
 * The link that shares most words with the goal; words that many links have count less. Null if no link shares a word.
 */
function mostAlike(
  elements: readonly PageElement[],
  wanted: readonly string[],
  followed: ReadonlySet<string>,
): PageElement | null {
  const links = elements
    .filter(({ role, ref }) => role === 'link' && ref !== null)
    .map((element) => ({ element, words: new Set(wordsOf(nameOf(elements, element))) }));
  const having = (word: string) => links.filter(({ words }) => words.has(word)).length;
  const weights = new Map(wanted.map((word) => [word, 1 / Math.max(1, having(word))]));
  let best: { element: PageElement; score: number } | null = null;
  for (const { element, words } of links) {
    if (followed.has(nameOf(elements, element))) continue;
    const score = [...words].reduce((sum, word) => sum + (weights.get(word) ?? 0), 0);
    if (score > (best?.score ?? 0)) best = { element, score };
  }
  return best?.element ?? null;
}
