/** What a reader chose to see of a figure: the same in all of its charts. Lines are told by their place. */
export type View = { hidden: ReadonlySet<number>; highlighted: number | null };

export const wholeView: View = { hidden: new Set(), highlighted: null };

/** Of a figure with more lines no band is drawn where none is highlighted: they would lie over each other. */
const bandsAtOnce = 2;

/** Whether a line stands back behind the highlighted one. */
export function isFaded({ hidden, highlighted }: View, line: number): boolean {
  return highlighted !== null && !hidden.has(highlighted) && highlighted !== line;
}

/** The lines, of so many, whose intervals are drawn. */
export function bandedLines({ hidden, highlighted }: View, count: number): number[] {
  const shown = [...Array(count).keys()].filter((line) => !hidden.has(line));
  if (highlighted !== null && shown.includes(highlighted)) return [highlighted];
  return shown.length <= bandsAtOnce ? shown : [];
}
