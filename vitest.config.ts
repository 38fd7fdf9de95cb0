import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['harness/**/*.test.ts', 'site/**/*.test.ts', 'tasks/**/*.test.ts'],
    exclude: ['**/*.long.test.ts', 'node_modules/**'],
    // Real browsers and servers on a shared machine: a limit that only something stuck reaches.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    coverage: {
      provider: 'v8',
      include: ['harness/contract/**/*.ts'],
      exclude: ['**/*.test.ts'],
      thresholds: { branches: 95 },
    },
  },
});
