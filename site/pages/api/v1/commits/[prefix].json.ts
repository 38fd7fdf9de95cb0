import { archived, runFolder, siteHistory, stamp } from '../../../../history/this-build.ts';

const prefixOf = (sha: string) => sha.slice(0, 2);

/** The commits whose digest begins with these two digits, so that no page reads a list of ten thousand. */
export function getStaticPaths() {
  const byPrefix = Map.groupBy(siteHistory.commits, ({ sha }) => prefixOf(sha));
  return [...byPrefix].map(([prefix, commits]) => ({ params: { prefix }, props: { commits } }));
}

export function GET({ props: { commits } }: { props: { commits: typeof siteHistory.commits } }): Response {
  const found = commits.map(({ sha, date, subject, runs }) => ({
    sha,
    date,
    subject,
    /** The archive with its episodes if it has no file of its own. */
    archive: archived.get(sha)?.path.slice(1) ?? null,
    /** The folder with a file for each of its runs, if its results are split. */
    folder: runFolder(sha)?.slice(1) ?? null,
    runs: runs.map(({ runId, suite, label, score }) => ({ runId, suite, label, score })),
  }));
  return Response.json({ schema: 'contract-bench.commits.v1', ...stamp, commits: found });
}
