/** What a reader chose to see of a figure, shared by all of its charts. Lines are identified by their index. */
export type View = { hidden: ReadonlySet<number>; highlighted: number | null };

export const wholeView: View = { hidden: new Set(), highlighted: null };

/** With more lines, bands are drawn only for a highlighted line, because they would overlap. */
const bandsAtOnce = 2;

/** Whether a line is faded behind the highlighted one. */
export function isFaded({ hidden, highlighted }: View, line: number): boolean {
  return highlighted !== null && !hidden.has(highlighted) && highlighted !== line;
}

/** The lines whose intervals are drawn, out of `count`. */
export function bandedLines({ hidden, highlighted }: View, count: number): number[] {
  const shown = [...Array(count).keys()].filter((line) => !hidden.has(line));
  if (highlighted !== null && shown.includes(highlighted)) return [highlighted];
  return shown.length <= bandsAtOnce ? shown : [];
}
