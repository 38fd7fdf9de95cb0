export type { CommandOptions, ContractBenchConfig } from '../config/config.ts';
export { defineConfig } from '../config/define-config.ts';
