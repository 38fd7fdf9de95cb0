import { defineConfig } from 'vitest/config';

/** What takes long, each the full version of a small test; the nightly workflow runs it. */
export default defineConfig({
  test: {
    include: ['harness/**/*.long.test.ts', 'site/**/*.long.test.ts', 'tasks/**/*.long.test.ts'],
    setupFiles: ['harness/testing/after-each-file.ts'],
    testTimeout: 900_000,
    hookTimeout: 900_000,
    fileParallelism: false,
  },
});
