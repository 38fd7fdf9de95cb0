import { messages } from '../proxy/dialects/messages.ts';
import type { Vendor } from './vendor.ts';

export const anthropic: Vendor = {
  id: 'anthropic',
  keyVariable: 'ANTHROPIC_API_KEY',
  baseUrlVariable: 'ANTHROPIC_BASE_URL',
  baseUrl: messages.baseUrl,
  // Their general rule; models of a lower rate are in the table.
  cacheRates: (input) => ({ cacheWrite: input * 1.25, cacheRead: input * 0.1 }),
};
