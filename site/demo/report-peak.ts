/** Loaded before a build: a line that it writes to stderr at its end is its peak memory in kilobytes. */
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) process.on('exit', () => writeSync(2, `\npeak ${process.resourceUsage().maxRSS}\n`));
