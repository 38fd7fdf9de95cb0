import { responses } from '../proxy/dialects/responses.ts';
import type { Vendor } from './vendor.ts';

/** Or any endpoint that speaks as theirs do. */
export const openai: Vendor = {
  id: 'openai',
  keyVariable: 'OPENAI_API_KEY',
  baseUrlVariable: 'OPENAI_BASE_URL',
  baseUrl: responses.baseUrl,
  // Endpoints differ: without a rate of their own, cached tokens cost what others do.
  cacheRates: (input) => ({ cacheWrite: input, cacheRead: input }),
};
