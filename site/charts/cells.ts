/** Pictures within a cell or a line of text, as paths of SVG in a box of 12 units height. */

/** Units of a mark of a strip, with the gap behind it. */
const step = 5;

/**
 * The marks of a strip side by side, one path per value. The height of a mark repeats its colour, so that a strip can be read
 * without colours; height 0 leaves a gap. Equal neighbours are one dashed line, because a page may have hundreds of strips.
 */
export function stripOf<Value extends string>(
  values: readonly Value[],
  heights: Readonly<Record<Value, number>>,
): { width: number; paths: { value: Value; height: number; path: string }[] } {
  const paths = new Map<Value, string>();
  for (let from = 0, to = 0; from < values.length; from = to) {
    const value = values[from];
    if (value === undefined) break;
    while (values[to] === value) to++;
    const line = `M${from * step} ${12 - heights[value] / 2}h${(to - from) * step - 1}`;
    if (heights[value] > 0) paths.set(value, `${paths.get(value) ?? ''}${line}`);
  }
  return {
    width: Math.max(values.length * step - 1, 1),
    paths: [...paths].map(([value, path]) => ({ value, height: heights[value], path })),
  };
}

/** The tool list and the answers of a task as one bar; a bar of `most` tokens is `width` wide. */
export function tokenBarOf(tokens: { list: number; answers: number }, most: number, width: number) {
  const of = (value: number) => (most === 0 ? 0 : Math.round((value / most) * width * 10) / 10);
  const [list, answers] = [of(tokens.list), of(tokens.answers)];
  return { list: `M0 0h${list}v12H0z`, answers: `M${list} 0h${answers}v12h-${answers}z` };
}

/** From 0 to 1: the score of simple rules, the part left to win up to the reference solution, and the best agent. */
export function scaleOf(
  { floor, ceiling, agent }: { floor: number; ceiling: number; agent: number | null },
  width: number,
) {
  const at = (rate: number) => Math.round(rate * width * 10) / 10;
  const bar = (from: number, to: number) => `M${at(from)} 0H${at(to)}v12H${at(from)}z`;
  return {
    floor: floor === 0 ? null : bar(0, floor),
    open: ceiling > floor ? bar(floor, ceiling) : null,
    // A line as wide as a mark, within the box at both ends.
    marks: [floor, ceiling]
      .map((rate) => `M${Math.min(Math.max(at(rate) - 1, 0), width - 2)} -2h2v16h-2z`)
      .join(''),
    agent: agent === null ? null : at(agent),
  };
}
