/** A measure over the releases of one server, drawn when the site is built. */

/** A release in a chart. `edition`: what it was measured with; numbers of two editions are not joined by a line. */
export type PlotPoint = { value: number; edition: string } | { gap: 'broken' | 'none' };

export type ReleasePlot = {
  /** One line per stretch of releases without a gap and of one edition. */
  line: string;
  /** Points as equal as the one before, with more, and with less. */
  same: string;
  more: string;
  less: string;
  /** Crosses for broken releases, at the bottom. */
  broken: string;
  /** Where the edition changes. */
  editions: string;
  /** The first, the last and the largest value, each once; `anchor` keeps the text within the drawing. */
  labels: { x: number; y: number; value: number; anchor: 'start' | 'middle' | 'end' }[];
  /** The horizontal place of each point. */
  places: number[];
};

/** Values begin at zero, at the bottom. */
export function releasePlot(
  points: readonly PlotPoint[],
  { width, height }: { width: number; height: number },
): ReleasePlot {
  const most = Math.max(1, ...points.map((point) => ('value' in point ? point.value : 0)));
  const step = points.length < 2 ? 0 : width / (points.length - 1);
  const places = points.map((_, at) => (points.length < 2 ? width / 2 : tenth(at * step)));
  const plot = { line: '', same: '', more: '', less: '', broken: '', editions: '' };
  let last: { value: number; edition: string; at: number } | null = null;
  for (const [at, point] of points.entries()) {
    const x = places[at] ?? 0;
    if ('gap' in point) {
      if (point.gap === 'broken') plot.broken += `M${x - 4} ${height - 8}l8 8m0 -8l-8 8`;
      continue;
    }
    const y = tenth(height * (1 - point.value / most));
    const isOf: boolean = last?.edition === point.edition;
    plot.line += `${isOf && last?.at === at - 1 ? 'L' : 'M'}${x} ${y}`;
    if (last && !isOf) plot.editions += `M${tenth(x - step / 2)} 0V${height}`;
    if (!last || !isOf || last.value === point.value) plot.same += `M${x} ${y}h0`;
    else if (point.value > last.value) plot.more += `M${x} ${tenth(y - 5)}l5 8h-10z`;
    else plot.less += `M${x} ${tenth(y + 5)}l5 -8h-10z`;
    last = { ...point, at };
  }
  return { ...plot, places, labels: labelsOf(points, places, (value) => tenth(height * (1 - value / most))) };
}

/** Values closer than this would overlap. */
const labelWidth = 44;

function labelsOf(
  points: readonly PlotPoint[],
  places: readonly number[],
  yOf: (value: number) => number,
): ReleasePlot['labels'] {
  const known = points.flatMap((point, at) =>
    'value' in point ? [{ value: point.value, x: places[at] ?? 0 }] : [],
  );
  const most = Math.max(...known.map(({ value }) => value));
  const wanted = [known.at(-1), known[0], known.find(({ value }) => value === most)];
  const labels: ReleasePlot['labels'] = [];
  for (const each of wanted) {
    if (!each || labels.some(({ x }) => Math.abs(x - each.x) < labelWidth)) continue;
    const anchor = each === known[0] ? 'start' : each === known.at(-1) ? 'end' : 'middle';
    // Above the first point, a rising line would cross the text.
    const rises = anchor === 'start' && each.value > 0 && (known[1]?.value ?? 0) > each.value;
    labels.push({ x: each.x, y: tenth(yOf(each.value) + (rises ? 18 : -9)), value: each.value, anchor });
  }
  return labels.sort((one, other) => one.x - other.x);
}

/** The values of each release as a column of marks; equal neighbours are one mark. One path per value. */
export function columnsOf<Value extends string>(
  releases: readonly (readonly (Value | null)[])[],
  places: readonly number[],
  height: number,
): { value: Value; path: string }[] {
  const paths = new Map<Value, string>();
  for (const [at, values] of releases.entries()) {
    const mark = height / Math.max(1, values.length);
    for (let from = 0, to = 0; from < values.length; from = to) {
      const value = values[from] ?? null;
      while (to < values.length && (values[to] ?? null) === value) to += 1;
      if (value === null) continue;
      const length = tenth((to - from) * mark);
      paths.set(value, `${paths.get(value) ?? ''}M${places[at]} ${tenth(from * mark)}v${length}`);
    }
  }
  return [...paths].map(([value, path]) => ({ value, path }));
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
