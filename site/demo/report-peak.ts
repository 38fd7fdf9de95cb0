/** Loaded before a build: at its end, writes its peak memory in kilobytes to stderr. */
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) process.on('exit', () => writeSync(2, `\npeak ${process.resourceUsage().maxRSS}\n`));
