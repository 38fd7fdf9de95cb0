import { trendsOf } from '../charts/trends.ts';
import { siteHistory } from './site-history.ts';

/** Of the groups that no newer round has superseded, newest first. Steps are looked for once a build. */
export const siteTrends = siteHistory.standings
  .filter(({ superseded }) => !superseded)
  .map((group) => ({ group, trends: trendsOf(group) }));
