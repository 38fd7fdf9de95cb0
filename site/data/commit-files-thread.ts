/** The thread of `commit-files.ts`. */
import { workerData } from 'node:worker_threads';
import { resultsDir, synthetic } from '../settings.ts';
import { writeCommitFiles } from './write-commit-files.ts';

writeCommitFiles(resultsDir, workerData, synthetic);
