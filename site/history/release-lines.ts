/** The numbers of each server over its measured releases, oldest first. */
import { count, formatCount } from '../../harness/platform/words/format.ts';
import type { CapabilityCell } from '../../harness/results/records/capabilities-record.ts';
import { capabilitiesChange } from '../../harness/results/records/changes/capabilities.ts';
import { countHonesty } from '../../harness/results/records/parts/honesty.ts';
import type { PartId } from '../../harness/results/records/parts/index.ts';
import { measuredPart } from '../../harness/results/records/release-record.ts';
import type { PlotPoint } from '../charts/release-plot.ts';
import { dishonestWords } from './honesty.ts';
import { partsOf, type ReleasePage } from './release-pages.ts';
import { type ServerBoard, taskTokens } from './servers.ts';

/** A number of one release as a point of a chart and as the text of a cell. */
type LineCell = PlotPoint & { text: string };

type Verdict = CapabilityCell['verdict'];

/** The capabilities of one release: its column, in the order of `ReleaseLine.capabilities`. */
type CapabilityColumn = {
  values: (Verdict | null)[];
  text: string;
  /** Differences to the previous release with the same tests. */
  lost: number;
  won: number;
  gap: 'broken' | 'none' | null;
};

export type ReleaseLine = {
  id: string;
  variant: string | null;
  title: string;
  /** Oldest first. */
  pages: ReleasePage[];
  /** Measures with a cell for each page. */
  measures: { id: string; title: string; cells: LineCell[] }[];
  columns: CapabilityColumn[];
  /** Why parts of a release are missing, one entry for each page. */
  broken: string[][];
};

export type LinesOfReleases = {
  /** Servers and variants with at least two measured releases. */
  lines: ReleaseLine[];
  /** Servers and variants with one. */
  single: ReleasePage[];
};

/** `pages` as `releasePagesOf` sorts them; servers of `order` come first, each before its variants. */
export function releaseLines(
  pages: readonly ReleasePage[],
  {
    suites,
    suiteName,
    order = [],
  }: Pick<ServerBoard, 'suites'> & { suiteName: (id: string) => string; order?: readonly string[] },
): LinesOfReleases {
  const place = ([page]: readonly ReleasePage[]) => {
    const at = order.indexOf(page?.id ?? '');
    return at === -1 ? order.length : at;
  };
  const groups = [...Map.groupBy(pages, ({ id, variant }) => `${id}+${variant ?? ''}`).values()].sort(
    (one, other) => place(one) - place(other),
  );
  return {
    lines: groups
      .filter(({ length }) => length > 1)
      .map((group) => lineOf(group.toReversed(), suites, suiteName)),
    single: groups.flatMap((group) => (group.length === 1 ? group : [])),
  };
}

function lineOf(
  pages: ReleasePage[],
  suites: ServerBoard['suites'],
  suiteName: (id: string) => string,
): ReleaseLine {
  const newest = pages.at(-1);
  return {
    ...{ id: newest?.id ?? '', variant: newest?.variant ?? null, title: newest?.title ?? '', pages },
    measures: [
      { id: 'list', title: 'Tokens of the tool list', cells: pages.map(listCell) },
      ...suites.map(({ suite }, at) => ({
        id: `tasks-${suite}`,
        title: `Tokens per task (${suiteName(suite)})`,
        cells: pages.map((page) => taskCell(page, at)),
      })),
      { id: 'honesty', title: 'Traps silent or wrong', cells: pages.map(honestyCell) },
    ],
    columns: columnsOfLine(pages),
    broken: pages.map(brokenParts),
  };
}

function gapOf({ record }: ReleasePage, ...ids: readonly PartId[]): LineCell {
  const isBroken = ids.some((id) => {
    const part = record?.parts[id];
    return part && 'broken' in part;
  });
  return isBroken ? { gap: 'broken', text: '× broken' } : { gap: 'none', text: '–' };
}

/** Compared by tokenizer: neither pages nor exercises change the list. */
function listCell(page: ReleasePage): LineCell {
  const { record, cost } = page;
  const tools = record && measuredPart(record, 'tools');
  const list = tools
    ? { tokens: tools.list.tokens, tokenizer: tools.tokenizer }
    : cost && { tokens: cost.cost.toolList.tokens, tokenizer: cost.cost.tokenizer };
  if (!list) return gapOf(page, 'tools');
  const { name, encoding, version } = list.tokenizer;
  return { value: list.tokens, edition: `${name} ${encoding} ${version}`, text: formatCount(list.tokens) };
}

/** Over the tasks that the newest releases of all servers passed, as on the other pages of servers. */
function taskCell(page: ReleasePage, at: number): LineCell {
  const { record, cost } = page;
  const suite = cost?.suites[at];
  if (!cost || !suite) return gapOf(page, 'cost');
  const tokens = taskTokens(cost, suite);
  if (tokens === null)
    return { gap: 'none', text: suite.total === 0 ? '–' : `– ${suite.passed} of ${suite.total} passed` };
  const part = record && measuredPart(record, 'cost');
  const value = Math.round(tokens);
  return { value, edition: part?.editionSha256 ?? 'earlier format', text: formatCount(value) };
}

function honestyCell(page: ReleasePage): LineCell {
  const part = page.record && measuredPart(page.record, 'honesty');
  if (!part) return gapOf(page, 'honesty');
  const counts = countHonesty(part);
  return { value: counts.dishonest, edition: part.editionSha256, text: dishonestWords(counts) };
}

/** In the order of the newest release with capabilities, the best first, so that most neighbours are equal. */
function columnsOfLine(pages: readonly ReleasePage[]): CapabilityColumn[] {
  const parts = pages.map(({ record }) => record && measuredPart(record, 'capabilities'));
  const ranks: readonly Verdict[] = ['native', 'script', 'cannot'];
  const ids = new Set(
    parts
      .toReversed()
      .flatMap((part) =>
        (part?.cells ?? []).toSorted((a, b) => ranks.indexOf(a.verdict) - ranks.indexOf(b.verdict)),
      )
      .map(({ capability }) => capability),
  );
  return pages.map((page, at): CapabilityColumn => {
    const part = parts[at];
    if (!part) {
      const { text, ...point } = gapOf(page, 'capabilities');
      const gap = 'gap' in point ? point.gap : null;
      return { values: [...ids].map(() => null), text, lost: 0, won: 0, gap };
    }
    const before = parts.slice(0, at).findLast((each) => each);
    const change =
      before && before.editionSha256 === part.editionSha256 ? capabilitiesChange.compare(before, part) : null;
    const natives = part.cells.filter(({ verdict }) => verdict === 'native').length;
    const turned = [
      ...(change?.lost.length ? [`−${change.lost.length}`] : []),
      ...(change?.won.length ? [`+${change.won.length}`] : []),
    ];
    return {
      values: [...ids].map((id) => part.cells.find(({ capability }) => capability === id)?.verdict ?? null),
      text: `${natives} of ${part.cells.length}${turned.length === 0 ? '' : ` (${turned.join(' ')})`}`,
      ...{ lost: change?.lost.length ?? 0, won: change?.won.length ?? 0, gap: null },
    };
  });
}

/** `tools, cost: it lists no tools`: one entry for each reason. */
function brokenParts({ record }: ReleasePage): string[] {
  const broken = partsOf(record).flatMap(({ id, part }) =>
    part && 'broken' in part ? [{ id, why: part.broken }] : [],
  );
  return [...Map.groupBy(broken, ({ why }) => why)].map(
    ([why, of]) => `${of.map(({ id }) => id).join(', ')}: ${why}`,
  );
}

/**
 * How many lines, and at most how many releases of each, fit into a page with so many bytes for them. `counts` has the number
 * of releases of each line in the order of the page.
 */
export function linesThatFit(counts: readonly number[], bytes: number): { lines: number; releases: number } {
  const bytesOf = (lines: number, releases: number) =>
    counts.slice(0, lines).reduce((sum, count) => sum + lineBytes + Math.min(count, releases) * rowBytes, 0);
  let lines = counts.length;
  while (lines > 1 && bytesOf(lines, leastReleases) > bytes) lines -= 1;
  let releases = mostReleases;
  while (releases > leastReleases && bytesOf(lines, releases) > bytes) releases -= 1;
  return { lines, releases };
}
/** The charts of a line with their texts, and a row of its table. */
const [lineBytes, rowBytes] = [3900, 480];
const [leastReleases, mostReleases] = [4, 12];

/** The line of the newest releases only. */
export function newestOf(line: ReleaseLine, most: number): ReleaseLine {
  return {
    ...line,
    pages: line.pages.slice(-most),
    measures: line.measures.map((measure) => ({ ...measure, cells: measure.cells.slice(-most) })),
    columns: line.columns.slice(-most),
    broken: line.broken.slice(-most),
  };
}

/**
 * What the first page draws: of the three servers with the most measured releases, the two measures that every release
 * has whatever tasks it passes.
 */
export function picturedLines(lines: readonly ReleaseLine[]): ReleaseLine[] {
  const drawn = lines
    .filter(({ variant }) => variant === null)
    .map((line) => ({
      ...line,
      measures: line.measures.filter(
        ({ id, cells }) =>
          ['list', 'honesty'].includes(id) && cells.filter((cell) => 'value' in cell).length > 1,
      ),
    }));
  return drawn
    .filter(({ measures }) => measures.length === 2)
    .sort((one, other) => other.pages.length - one.pages.length)
    .slice(0, 3);
}

/** A chart in words: `from 3,377 (0.0.78) to 3,804 (0.0.83)`, with its gaps. */
export function cellsInWords(
  cells: readonly { text: string; gap?: unknown }[],
  pages: readonly Pick<ReleasePage, 'version'>[],
): string {
  const known = cells.flatMap(({ text, ...cell }, at) =>
    'gap' in cell && cell.gap !== null ? [] : [{ text, version: pages[at]?.version ?? '' }],
  );
  const [first, last] = [known[0], known.at(-1)];
  const gaps = cells.length - known.length;
  if (!first || !last) return 'no release was measured';
  const missing = gaps === 0 ? '' : `, ${count(gaps, 'release')} without a number`;
  return `from ${first.text} (${first.version}) to ${last.text} (${last.version})${missing}`;
}
