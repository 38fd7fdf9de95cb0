import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { ApiError } from './api-error.ts';

/**
 * Refuses what a page of another site can make a browser send: a foreign `Origin`, and a `Host` that only leads here
 * because somebody's DNS says so.
 */
export function refuseForeign(allowedHosts: readonly string[]): MiddlewareHandler {
  const hosts = new Set(allowedHosts);
  const origins = new Set(allowedHosts.map((host) => `http://${host}`));
  return async (context, next) => {
    const host = context.req.header('host')?.toLowerCase();
    const origin = context.req.header('origin')?.toLowerCase();
    if (host === undefined || !hosts.has(host))
      throw new ApiError('BENCH_ORIGIN_REFUSED', 'the manager answers on the loopback address only', {
        header: 'Host',
      });
    if (origin !== undefined && !origins.has(origin))
      throw new ApiError('BENCH_ORIGIN_REFUSED', 'pages of other origins are not answered', {
        header: 'Origin',
      });
    await next();
  };
}

/** With a token, refuses every request that doesn't carry it. */
export function requireToken(token: string | null): MiddlewareHandler {
  // Digests have one length, whatever is sent.
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = token === null ? null : digest(token);
  return async (context, next) => {
    const given = /^Bearer +(.*)$/i.exec(context.req.header('authorization') ?? '')?.[1];
    if (expected !== null && !(given !== undefined && timingSafeEqual(digest(given), expected))) {
      context.header('WWW-Authenticate', 'Bearer');
      throw new ApiError(
        'BENCH_UNAUTHORIZED',
        'the header Authorization: Bearer <token> is missing or wrong',
      );
    }
    await next();
  };
}

/** Nothing but our own files, in no frame, kept by no cache. */
export const secureHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  context.header('X-Content-Type-Options', 'nosniff');
  context.header('X-Frame-Options', 'DENY');
  context.header('Referrer-Policy', 'no-referrer');
  context.header('Cache-Control', 'no-store');
};
