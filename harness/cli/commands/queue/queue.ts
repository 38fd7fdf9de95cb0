import { UserError } from '../../../platform/errors/user-error.ts';
import { text } from '../../../platform/flags.ts';

/** The address of the queue that `enqueue` and `work` share. */
export const queueOption = text(
  '<url>',
  'the address of the Redis server of the queue, redis://host:port (default: CONTRACT_BENCH_QUEUE)',
);

/** Throws `UserError` if neither the option nor the environment names a queue. */
export function addressOfQueue(given: string | null, env: NodeJS.ProcessEnv): string {
  const found = given ?? (env.CONTRACT_BENCH_QUEUE || null);
  if (found === null)
    throw new UserError('--queue: missing; expected redis://host:port here or in CONTRACT_BENCH_QUEUE');
  return found;
}
