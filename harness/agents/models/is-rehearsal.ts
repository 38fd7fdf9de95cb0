import { priceTable } from './proxy/price-table.ts';

/** Nobody can tell what answered at another address, and what a known model costs is not for a flag to say. */
export function isRehearsal(
  { endpoint, asked }: { endpoint: 'vendor' | 'private' | 'loopback'; asked: string },
  { priceByFlag }: { priceByFlag: boolean },
): boolean {
  return endpoint !== 'vendor' || (priceByFlag && asked in priceTable.models);
}
