import type { ContractBenchConfig } from './config.ts';

/** Returns its argument: only for the types. */
export function defineConfig(config: ContractBenchConfig): ContractBenchConfig {
  return config;
}
