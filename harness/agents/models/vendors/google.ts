import { gemini } from '../proxy/dialects/gemini.ts';
import type { Vendor } from './vendor.ts';

export const google: Vendor = {
  id: 'google',
  keyVariable: 'GEMINI_API_KEY',
  baseUrlVariable: 'GOOGLE_GEMINI_BASE_URL',
  baseUrl: gemini.baseUrl,
  cacheRates: (input) => ({ cacheWrite: input, cacheRead: input }),
};
