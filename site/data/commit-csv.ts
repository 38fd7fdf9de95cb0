import type { APIRoute } from 'astro';
import { commitResults, siteHistory, stamp } from '../history/this-build.ts';
import { episodesCsv } from './episodes-csv.ts';
import { textResponse } from './text-response.ts';

export const getStaticPaths = () => siteHistory.commits.map(({ sha }) => ({ params: { sha } }));

/** A route of `astro dev`; in a build `build-thread.ts` writes the file. */
export const GET: APIRoute = ({ params: { sha = '' } }) =>
  textResponse(episodesCsv(commitResults(sha), stamp), 'text/csv');
