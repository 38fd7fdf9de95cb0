import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Pace } from '../../agents/models/proxy/model-proxy.ts';

export type Rate = { requests: number; perMs: number };

/** The lifetime of a token that is not returned because its worker was killed during a request. */
const leaseMs = 15 * 60_000;

/** Returns 0 if the token was taken, otherwise milliseconds until the next try. Uses the clock of Redis. */
const take = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) < tonumber(ARGV[1]) then
  redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[2])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  return 0
end
local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
return math.max(1, first[2] - now)
`;

const giveBack = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
return redis.call('ZADD', KEYS[1], 'XX', now + ARGV[2], ARGV[1])
`;

/** The maximum wait between tries, because a token may return before its lease ends. */
const lookMs = 250;

/**
 * A token bucket in Redis for all workers together, with one token per request. A token returns one period after its
 * request was answered, not after it was sent. So the API never gets more than `requests` in any period, whatever the
 * latencies. (A bucket that refills steadily allows up to twice as many.) If Redis loses its data, the requests of the
 * last period are forgotten.
 */
export function sharedRate(redis: Redis, name: string, { requests, perMs }: Rate): Pace {
  const key = `contract-bench:rate:${name}`;
  return async (signal) => {
    const token = randomUUID();
    for (;;) {
      signal?.throwIfAborted();
      const waitMs = Number(await redis.eval(take, 1, key, requests, token, leaseMs));
      if (waitMs === 0) break;
      await sleep(Math.min(waitMs, lookMs), null, signal ? { signal } : {});
    }
    return async () => {
      await redis.eval(giveBack, 1, key, token, perMs);
    };
  };
}

const periods: Record<string, number> = { s: 1000, min: 60_000, h: 3_600_000 };

/** Parses a rate such as `60/min`, which the command line has already checked. */
export function parseRate(text: string): Rate {
  const [requests = '', unit = ''] = text.split('/');
  return { requests: Number(requests), perMs: periods[unit] ?? 60_000 };
}
