/** What somebody asks of a model by hand, in the form of `bench.yml`. */
export const askedModel = {
  ADAPTER: 'claude',
  OPENCHROME_BENCH_MODEL: '',
  WEB: 'hermetic',
  SUITE: 'webvoyager',
  TRIALS: '2',
  MAX_USD: '0.5',
  MAX_USD_TOTAL: '3',
};
