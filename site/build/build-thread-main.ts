/** The thread of `build-thread.ts`. It receives the folder of the site when that may be written to. */
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { stampOf } from '../../harness/publish/board/data-file.ts';
import { openOrigins } from '../../harness/publish/board/open-origins.ts';
import { readSiteHistory } from '../../harness/publish/board/read-site-history.ts';
import { resultsDir, synthetic } from '../../harness/publish/board/settings.ts';
import { writeArchivedPages, writeArchives, writeCommitFiles } from '../data/archives.ts';
import { planArchives } from '../history/commits.ts';
import type { SitePlace } from './build-thread.ts';

const history = readSiteHistory(resultsDir, await openOrigins());
const { commits } = history;
const plan = planArchives(commits, history.standings);
parentPort?.postMessage(history);
parentPort?.once('message', ({ outDir, base }: SitePlace) => {
  writeCommitFiles(resultsDir, join(outDir, 'api/v1/runs'), plan.archived);
  writeArchivedPages(resultsDir, commits, plan, outDir, base);
  writeArchives(resultsDir, plan, outDir, stampOf(null, synthetic));
});
