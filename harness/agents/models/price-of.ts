import { UserError } from '../../platform/errors/user-error.ts';
import type { AdapterOptions } from '../adapter.ts';
import { priceTable } from './proxy/price-table.ts';
import type { Price } from './proxy/prices.ts';

type CacheRates = (input: number) => { cacheWrite: number; cacheRead: number };

/** The prices that flags give beat the table; a model in neither has none. Throws `UserError`. */
export function priceOf(
  { cacheRates }: { cacheRates: CacheRates },
  model: string,
  flags: AdapterOptions['model']['price'],
): Price | null {
  const { input, output, cacheWrite, cacheRead } = flags;
  if (input === null && output === null) {
    if (cacheWrite !== null || cacheRead !== null)
      throw new UserError('--price-cache-write and --price-cache-read need --price-in and --price-out');
    return priceTable.models[model] ?? null;
  }
  if (input === null || output === null)
    throw new UserError(
      `--price-in and --price-out go together; ${input === null ? '--price-in' : '--price-out'} is missing`,
    );
  const cache = cacheRates(input);
  return {
    input,
    output,
    cacheWrite: cacheWrite ?? cache.cacheWrite,
    cacheRead: cacheRead ?? cache.cacheRead,
  };
}
