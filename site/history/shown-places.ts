/** The places of the navigation with content in this build, each with its tabs that have content. */
import { settings } from '../../harness/publish/board/settings.ts';
import { type Place, places } from '../words/href.ts';
import { newestPairsOf } from './commits.ts';
import { frames } from './frames.ts';
import { pricedRows } from './rows.ts';
import {
  audits,
  capabilitiesRecords,
  channelsRecords,
  honesty,
  reach,
  references,
  releasePages,
  runOf,
  servers,
  siteHistory,
  siteMatrices,
  siteTrends,
  skillRuns,
  taskFiles,
} from './this-build.ts';

const { standings, commits } = siteHistory;
const empty: readonly `/${string}`[] = Object.entries({
  '/servers/': servers.servers.length > 0 || standings.some(({ kind }) => kind === 'replay'),
  '/servers/can-do/': capabilitiesRecords.length > 0,
  '/servers/hidden-text/': channelsRecords.length > 0,
  '/servers/honest/': honesty.columns.length > 0,
  '/servers/reach/': reach.columns.length > 0,
  '/servers/releases/': releasePages.length > 0,
  '/servers/compare/': servers.servers.length > 1 || releasePages.length > 1,
  '/agents/': standings.length > 0 || settings.isBenchmark,
  '/agents/baselines/': frames.length > 0,
  '/agents/matrix/': siteMatrices.length > 0,
  '/agents/cost/': standings.some(({ superseded, rows }) => !superseded && pricedRows(rows).length > 1),
  '/agents/over-time/': siteTrends.some(({ trends }) => trends.some(({ points }) => points.length > 1)),
  '/agents/compare/': newestPairsOf(standings, runOf).length > 0,
  '/agents/skills/': skillRuns.length > 0,
  '/tasks/': taskFiles.length > 0,
  '/evidence/audits/': audits.records.length > 0,
  '/evidence/claims/': references.length > 0,
  '/runs/': commits.length > 0,
}).flatMap(([path, isFull]) => (isFull ? [] : [path as `/${string}`]));

/** Only tabs with content, so that a small project has no empty page. */
export const shownPlaces: readonly Place[] = places.flatMap((place): Place[] => {
  const [first, ...rest] = place.tabs.filter(({ path }) => !empty.includes(path));
  return first ? [{ ...place, tabs: [first, ...rest] }] : [];
});
