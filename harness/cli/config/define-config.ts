import type { ContractBenchConfig } from './config.ts';

/** Hands it back: for the types. */
export function defineConfig(config: ContractBenchConfig): ContractBenchConfig {
  return config;
}
