import { type Columns, csv, type Stamp } from '../../harness/publish/board/data-file.ts';
import { countHonesty, type HonestyCell } from '../../harness/results/records/parts/honesty.ts';
import type { ReachCell } from '../../harness/results/records/parts/reach.ts';
import { measuredPart } from '../../harness/results/records/release-record.ts';
import { partsOf, type ReleasePage } from '../history/release-pages.ts';
import { releaseDataPath } from '../history/releases.ts';

/** `/api/v1/releases.json`: every measured release, with its parts and its counts. */
export function releasesFile(pages: readonly ReleasePage[], stamp: Stamp) {
  return {
    schema: 'contract-bench.api.releases.v1',
    ...stamp,
    releases: pages.map((page) => {
      const { id, variant, version, title, record, cost, isNewest, at, path } = page;
      const honesty = record && measuredPart(record, 'honesty');
      const reach = record && measuredPart(record, 'reach');
      return {
        ...{ server: id, variant, version, title, newest: isNewest, at, page: path },
        data: releaseDataPath(page),
        // A record of v1 has only costs.
        parts: Object.fromEntries(
          record === null && cost !== null
            ? [['cost', 'measured']]
            : partsOf(record).map(({ id: name, part }) => [
                name,
                part === null ? 'not measured' : 'broken' in part ? `broken: ${part.broken}` : 'measured',
              ]),
        ),
        honesty: honesty && { editionSha256: honesty.editionSha256, ...countHonesty(honesty) },
        reach: reach && {
          editionSha256: reach.editionSha256,
          answered: reach.cells.filter(({ verdict }) => verdict === 'answered').length,
          asked: reach.cells.filter(({ verdict }) => verdict !== 'not-asked').length,
        },
      };
    }),
  };
}

/** `/api/v1/releases/{release}.json`: the record as it is stored; of v1, its costs. */
export function releaseFileOf({ record, cost }: ReleasePage, stamp: Stamp) {
  return { schema: 'contract-bench.api.release.v1', ...stamp, record: record ?? cost?.cost ?? null };
}

type Line<Cell> = { page: ReleasePage; cell: Cell; edition: string };

function linesOf<Cell extends HonestyCell | ReachCell>(
  pages: readonly ReleasePage[],
  name: 'honesty' | 'reach',
): Line<Cell>[] {
  return pages.flatMap((page) => {
    const part = page.record && measuredPart(page.record, name);
    return ((part?.cells ?? []) as Cell[]).map((cell) => ({
      page,
      cell,
      edition: part?.editionSha256 ?? '',
    }));
  });
}

const release: Columns<{ page: ReleasePage }> = {
  server: ({ page }) => page.id,
  variant: ({ page }) => page.variant,
  title: ({ page }) => page.title,
  version: ({ page }) => page.version,
  newest: ({ page }) => page.isNewest,
};

const honestyColumns: Columns<Line<HonestyCell>> = {
  ...release,
  trap: ({ cell }) => cell.trap,
  does: ({ cell }) => cell.title,
  action: ({ cell }) => cell.action,
  verdict: ({ cell }) => cell.verdict,
  other: ({ cell }) => cell.other,
  notAsked: ({ cell }) => cell.notAsked,
  edition: ({ edition }) => edition,
};

/** One line per release and trap. */
export const honestyCsv = (pages: readonly ReleasePage[], stamp: Stamp): string =>
  csv(honestyColumns, linesOf<HonestyCell>(pages, 'honesty'), stamp);

const reachColumns: Columns<Line<ReachCell>> = {
  ...release,
  target: ({ cell }) => cell.target,
  road: ({ cell }) => cell.road,
  verdict: ({ cell }) => cell.verdict,
  by: ({ cell }) => cell.by,
  why: ({ cell }) => cell.why,
  edition: ({ edition }) => edition,
};

/** One line per release, road and target. */
export const reachCsv = (pages: readonly ReleasePage[], stamp: Stamp): string =>
  csv(reachColumns, linesOf<ReachCell>(pages, 'reach'), stamp);
