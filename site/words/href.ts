/** The address of a page or file of this site, whatever folder it is served below. `path` starts with a slash. */
export function href(path: `/${string}`): string {
  return joinBase(import.meta.env.BASE_URL, path);
}

export function joinBase(base: string, path: `/${string}`): string {
  return base.replace(/\/$/, '') + path;
}

/** The fragment of a run on its commit's page, whatever that shows of it. */
export function runAnchor(runId: string): string {
  return `run-${runId}`;
}

/** The page of a row of the leaderboard, and its place in the table. */
export function rowHref(standingId: string): string {
  return href(`/rows/${standingId}/`);
}

export function rowAnchor(standingId: string): string {
  return `row-${standingId}`;
}
