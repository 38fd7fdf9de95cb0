import type { APIRoute } from 'astro';
import { resultsDir } from '../../harness/publish/board/settings.ts';
import { resultsFileOf } from '../../harness/results/records/read-history.ts';
import { siteHistory } from '../history/this-build.ts';
import { commitText } from './archives.ts';

export const getStaticPaths = () => siteHistory.commits.map(({ sha }) => ({ params: { sha } }));

/** A route of `astro dev`; in a build, `build-thread.ts` writes the file. */
export const GET: APIRoute = ({ params: { sha = '' } }) =>
  new Response(commitText(resultsFileOf(resultsDir, sha)), {
    headers: { 'content-type': 'application/json' },
  });
