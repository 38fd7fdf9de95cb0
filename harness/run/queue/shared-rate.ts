import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Pace } from '../../agents/models/proxy/model-proxy.ts';

export type Rate = { requests: number; perMs: number };

/** A token that nobody gave back: its worker was killed while its request was on the way. */
const leaseMs = 15 * 60_000;

/** Milliseconds until it is worth asking again, or 0 and the token is taken. The clock is that of Redis. */
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

/** Requests that wait look again at least so often: a token may come back sooner than its lease says. */
const lookMs = 250;

/**
 * A bucket of tokens in Redis, one a request, for all workers together. A token comes back one period after its request
 * was answered, not after it was sent: however long each was on the way, the API sees no more than `requests` in any
 * period. (A bucket that refills steadily lets up to twice as many through.) A Redis that comes back empty has forgotten
 * the requests of the last period.
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

/** Of `60/min`, as the command line has checked it. */
export function parseRate(text: string): Rate {
  const [requests = '', unit = ''] = text.split('/');
  return { requests: Number(requests), perMs: periods[unit] ?? 60_000 };
}
