import { frameName } from '../../harness/publish/board/format.ts';
import type { StandingGroup } from '../../harness/results/standings/standings.ts';
import type { SuitePage } from './suite-pages.ts';
import { siteHistory, suitePages } from './this-build.ts';

/** The current ceilings, floors and controls of listed servers, those of one asking together in one table. */
export const frames: readonly (readonly StandingGroup[])[] = [
  ...Map.groupBy(
    siteHistory.standings.filter(
      ({ superseded, custom, kind }) => !superseded && !custom && frameName(kind) !== null,
    ),
    ({ askedKey }) => askedKey,
  ).values(),
];

/** Suites of pages by other authors that were played. Their pages have all rows of these kinds. */
export const playedSuitePages: readonly SuitePage[] = suitePages.filter(({ lines }) => lines.length > 0);

export function pageOf(group: Pick<StandingGroup, 'suite'> | undefined): SuitePage | undefined {
  return playedSuitePages.find(({ suite }) => suite.id === group?.suite);
}

/** The best ceiling and the best floor of one asking. */
export function bestOf(groups: readonly StandingGroup[]): StandingGroup[] {
  return groups.flatMap((group) =>
    group.kind === 'control' ? [] : [{ ...group, rows: group.rows.slice(0, 1) }],
  );
}
