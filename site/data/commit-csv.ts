import type { APIRoute } from 'astro';
import { commitResults } from '../history/commit-results.ts';
import { siteHistory } from '../history/site-history.ts';
import { episodesCsv } from './episodes-csv.ts';
import { textResponse } from './text-response.ts';
import { stamp } from './this-build.ts';

export const getStaticPaths = () => siteHistory.commits.map(({ sha }) => ({ params: { sha } }));

/** A route of `astro dev`; in a build `build-thread.ts` writes the file. */
export const GET: APIRoute = ({ params: { sha = '' } }) =>
  textResponse(episodesCsv(commitResults(sha), stamp), 'text/csv');
