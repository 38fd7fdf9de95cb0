/** What the thread of `build-thread.ts` does. It is sent where the site goes when that may be written to. */
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { openOrigins } from '../../harness/publish/board/open-origins.ts';
import { readSiteHistory } from '../../harness/publish/board/read-site-history.ts';
import { repositoryUrl, resultsDir, siteTitle, synthetic } from '../../harness/publish/board/settings.ts';
import { stampOf } from '../../harness/publish/board/stamp.ts';
import { writeArchivedPages } from '../data/write-archived-pages.ts';
import { writeArchives } from '../data/write-archives.ts';
import { writeCommitFiles } from '../data/write-commit-files.ts';
import { planArchives, wholeCommits } from '../history/plan-archives.ts';
import type { SitePlace } from './build-thread.ts';

const history = readSiteHistory(resultsDir, await openOrigins());
const { commits } = history;
const plan = planArchives(commits, history.standings);
parentPort?.postMessage(history);
parentPort?.once('message', ({ outDir, base }: SitePlace) => {
  writeCommitFiles(resultsDir, join(outDir, 'api/v1/runs'), plan.archived);
  writeArchivedPages(commits, plan, outDir, {
    ...{ base, repositoryUrl, synthetic, title: siteTitle },
    whole: wholeCommits,
  });
  writeArchives(resultsDir, plan, outDir, stampOf(null, synthetic));
});
