import { siteHistory } from './site-history.ts';

/** The place of each commit in the history, oldest first. */
export const commitOrder: ReadonlyMap<string, number> = new Map(
  siteHistory.commits.map(({ sha }, index, { length }) => [sha, length - index]),
);
