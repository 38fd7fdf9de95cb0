import { Redis } from 'ioredis';
import { UserError } from '../../platform/errors/user-error.ts';

/**
 * Connects to the Redis of a queue. After the first connection it waits for Redis without limit; if Redis is
 * unavailable at the start, it throws `UserError`.
 */
export async function openRedis(url: string, log: (line: string) => void): Promise<Redis> {
  const shown = withoutPassword(url);
  const { protocol } = URL.parse(url) ?? { protocol: '' };
  if (protocol !== 'redis:' && protocol !== 'rediss:')
    throw new UserError(`--queue: got "${shown}"; expected redis://host:port or rediss://host:port`);
  await reach(url, shown);
  // BullMQ requires this: a command waits while Redis is unavailable.
  const redis = new Redis(url, { maxRetriesPerRequest: null });
  let isGone = false;
  // Logged once, because the client tries again several times a second.
  redis.on('error', (error) => {
    if (!isGone) log(`queue:   ${shown} cannot be reached (${error.message}); retrying`);
    isGone = true;
  });
  redis.on('ready', () => {
    if (isGone) log(`queue:   ${shown} is available again`);
    isGone = false;
  });
  return redis;
}

/** The address without its password, for printing and storing. */
export function withoutPassword(text: string): string {
  return text.replace(/(rediss?:\/\/)[^\s@/]*@/g, '$1');
}

async function reach(url: string, shown: string): Promise<void> {
  const probe = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 10_000 });
  let reason = '';
  probe.on('error', (error) => {
    reason = error.message;
  });
  try {
    await probe.connect();
    await probe.ping();
  } catch (error) {
    const why = reason || (error instanceof Error ? error.message : String(error));
    throw new UserError(`--queue: ${shown} cannot be reached (${why})`);
  } finally {
    probe.disconnect();
  }
}
