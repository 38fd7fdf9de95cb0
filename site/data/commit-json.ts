import type { APIRoute } from 'astro';
import { siteHistory } from '../history/site-history.ts';
import { storedResults } from './stored-results.ts';

export const getStaticPaths = () => siteHistory.commits.map(({ sha }) => ({ params: { sha } }));

/** A route of `astro dev`; in a build `build-thread.ts` writes the file. */
export const GET: APIRoute = ({ params: { sha = '' } }) =>
  new Response(storedResults(sha), { headers: { 'content-type': 'application/json' } });
