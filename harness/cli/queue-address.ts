import { UserError } from '../errors/user-error.ts';
import { text } from './flags.ts';

export const address = text('<url>', 'the Redis of the queue, redis://host:port (or CONTRACT_BENCH_QUEUE)');

/** Throws `UserError` where neither the option nor the environment names one. */
export function addressOf(given: string | null, env: NodeJS.ProcessEnv): string {
  const found = given ?? (env.CONTRACT_BENCH_QUEUE || null);
  if (found === null)
    throw new UserError('--queue: it is missing; give redis://host:port, or CONTRACT_BENCH_QUEUE');
  return found;
}
