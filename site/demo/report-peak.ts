/** Loaded before a build: the last line it writes to stderr is its peak memory in kilobytes. */
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) process.on('exit', () => writeSync(2, `\n${process.resourceUsage().maxRSS}\n`));
