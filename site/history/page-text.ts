/** The texts on the pages of what was seen in the cells of a part, cut so that a page has at most 60 kB of HTML. */
import type { HonestyCell } from '../../harness/results/records/parts/honesty.ts';
import type { Reach, ReachCell } from '../../harness/results/records/parts/reach.ts';
import { lengthThatFits } from './releases.ts';

/** Bytes of HTML, with a reserve for heads that differ. */
const mostBytes = 58_000;
/** Characters of one text. A longer one is not read on a page, and the record has more of it. */
const mostCharacters = 600;

/** Only what HTML needs, because quotes of JSON as entities would make a page half as large again. */
export function leastMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** A stored call `{"tool":"click","args":{"target":"e4"}}` as `click {"target":"e4"}`. */
export function callWords(calls: string): string {
  return calls.replaceAll(/^\{"tool":"([^"]+)","args":(\{.*\})\}$/gm, '$1 $2');
}

/** What the page shows of a played trap, by its name. */
export function trapTexts({ play }: HonestyCell): { name: string; text: string }[] {
  return play === null
    ? []
    : [
        { name: 'Call', text: callWords(play.call.text) },
        { name: 'Answer', text: play.answer.text },
        { name: 'State of page and host', text: play.state.text },
      ];
}

/** Characters of each text of traps that their page has room for. */
export function trapTextLength(cells: readonly HonestyCell[]): number {
  const words = cells.flatMap(({ trap, title, asks, person, other, notAsked, play }) => [
    ...[trap, trap, title, asks, person, other, notAsked, play?.why],
  ]);
  return fitting(cells.flatMap(trapTexts), words, 5_000 + cells.length * 540);
}

/** What the page shows of a tried address: the call, the answer, and what the harness saw. */
export function addressTexts({ call, answer, seen }: ReachCell): { name: string; text: string }[] {
  return [
    { name: '→', text: callWords(call ?? '') },
    { name: '←', text: (answer?.text ?? '').trim() },
    { name: '●', text: (seen ?? '').replaceAll('\n', '; ') },
  ].filter(({ text }) => text !== '');
}

/** Characters of each text of addresses that their page has room for. */
export function addressTextLength({ targets, roads, cells }: Reach): number {
  const title = new Map(roads.map((road) => [road.id, road.title]));
  // A cell is named in the table, in the heading of its texts and in the link to them.
  const words = [
    ...cells.flatMap(({ road, target, why }) => [road, road, target, target, title.get(road), why]),
    ...roads.flatMap((road) => [road.title, road.title, road.tool, road.why]),
    ...targets.flatMap(({ id, title: words, url }) => [id, id, id, words, words, url]),
  ];
  return fitting(cells.flatMap(addressTexts), words, 6_000 + targets.length * 260 + cells.length * 140);
}

function fitting(
  texts: readonly { text: string }[],
  words: readonly (string | null | undefined)[],
  frame: number,
): number {
  const named = words.reduce((sum, text) => sum + Buffer.byteLength(leastMarkup(text ?? '')), 0);
  const fits = lengthThatFits(
    texts.map(({ text }) => text),
    mostBytes - frame - named,
    leastMarkup,
  );
  return Math.min(mostCharacters, fits);
}
