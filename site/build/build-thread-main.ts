/** What the thread of `build-thread.ts` does. It is sent the folder of the files when that may be written to. */
import { parentPort } from 'node:worker_threads';
import { writeCommitFiles } from '../data/write-commit-files.ts';
import { openOrigins } from '../history/open-origins.ts';
import { readSiteHistory } from '../history/read-site-history.ts';
import { resultsDir, synthetic } from '../history/settings.ts';

parentPort?.postMessage(readSiteHistory(resultsDir, await openOrigins()));
parentPort?.once('message', (folder: string) => writeCommitFiles(resultsDir, folder, synthetic));
