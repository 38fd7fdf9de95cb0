import { homedir } from 'node:os';
import path from 'node:path';

/** `CONTRACT_BENCH_CACHE`, else `$XDG_CACHE_HOME/contract-bench`, else `~/.cache/contract-bench`. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env.CONTRACT_BENCH_CACHE) return path.resolve(env.CONTRACT_BENCH_CACHE);
  return path.join(env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'contract-bench');
}
