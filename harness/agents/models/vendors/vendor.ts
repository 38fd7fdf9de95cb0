/** Who sells the answers of models: where his API is, and what opens it. */
export type Vendor = {
  id: string;
  keyVariable: string;
  baseUrlVariable: string;
  baseUrl: string;
  /** What a model costs whose `--price-in` and `--price-out` are given, the cache's rates left out. */
  cacheRates(input: number): { cacheWrite: number; cacheRead: number };
};
