import { apiFormats } from './index.ts';
import { serveVendor, type VendorServer } from './serve-vendor.ts';
import type { Model } from './wire/refusal.ts';
import type { Script } from './wire/script.ts';

export type Vendor = VendorServer & {
  /** What its clients have as base URL. */
  baseUrl: string;
  key: string;
  [Symbol.asyncDispose](): Promise<void>;
};

export type VendorOptions = {
  key?: string;
  /** In place of the vendor's own, as for a window that a test can fill. */
  models?: readonly Model[];
  maxBytes?: number;
  warmUp?: Script;
};

const defaults = { key: 'sk-stand-in-0123456789abcdef', maxBytes: 32 * 1024 * 1024 };

/** A vendor's API on the loopback address that refuses what the vendor refuses, and says what the script says. */
export async function startVendor(
  dialect: string,
  script: Script,
  { key = defaults.key, models, maxBytes = defaults.maxBytes, warmUp }: VendorOptions = {},
): Promise<Vendor> {
  const spoken = apiFormats.find(({ id }) => id === dialect);
  if (!spoken)
    throw new Error(`no dialect "${dialect}"; there is ${apiFormats.map(({ id }) => id).join(', ')}`);
  const served = await serveVendor([spoken], script, {
    key,
    maxBytes,
    warmUp,
    models: models ?? null,
    strict: true,
  });
  return {
    ...served,
    baseUrl: `${served.url}${spoken.base}`,
    key,
    [Symbol.asyncDispose]: async () => served.stop(),
  };
}
