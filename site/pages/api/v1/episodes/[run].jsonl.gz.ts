import { readFileSync } from 'node:fs';
import type { APIRoute } from 'astro';
import { resultsDir } from '../../../../../harness/publish/board/settings.ts';
import { eventsFileOf } from '../../../../../harness/results/records/kept-events.ts';
import { keptRuns } from '../../../../history/episodes.ts';

export const getStaticPaths = () => keptRuns.map(({ runId }) => ({ params: { run: runId } }));

/** The kept events of a run, to the byte. */
export const GET: APIRoute = ({ params: { run = '' } }) =>
  new Response(new Uint8Array(readFileSync(eventsFileOf(resultsDir, run))), {
    headers: { 'content-type': 'application/gzip' },
  });
