import { readFileSync } from 'node:fs';
import { resultsDir } from '../../../harness/publish/board/settings.ts';
import { eventsFileOf } from '../../../harness/results/records/kept-events.ts';
import { namedRun } from '../../evidence/this-evidence.ts';

export function getStaticPaths() {
  return namedRun?.hasEvents ? [{ params: { run: namedRun.row.runId } }] : [];
}

/** The kept events of the run that the page checks, to the byte. */
export function GET({ params }: { params: { run: string } }): Response {
  return new Response(new Uint8Array(readFileSync(eventsFileOf(resultsDir, params.run))), {
    headers: { 'content-type': 'application/gzip' },
  });
}
