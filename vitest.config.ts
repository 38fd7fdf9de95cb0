import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { cacheFolder } from './harness/platform/files/cache-folder.ts';
import { folderInMemory } from './harness/platform/files/folder-in-memory.ts';
import { isLong } from './harness/testing/sized.ts';

// A quarter of the time of a run is a disk's: ext4 is slow to make files where others were just removed. At full size the
// folder for temporary files is the one that users have.
const inMemory = isLong ? null : folderInMemory(4 * 2 ** 30);
if (inMemory) process.env.TMPDIR ??= inMemory;

const everywhere = '{harness,site,tasks}/**';
const atEndOfFile = 'harness/testing/after-each-file.ts';

export default defineConfig({
  test: {
    // Only something stuck reaches these limits: they are more than ten times what a quiet machine needs.
    testTimeout: isLong ? 14_400_000 : 300_000,
    hookTimeout: isLong ? 14_400_000 : 300_000,
    // Files of one worker share what they import, which is loaded once instead of once a file; no test replaces a module.
    isolate: false,
    // Node runs the sources as they are, as the command line does; what it compiled is kept for the next run.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    unstubEnvs: true,
    // Processes that tests start on sources strip the types of each file once.
    env: { NODE_COMPILE_CACHE: path.join(cacheFolder(), 'compiled') },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          maxWorkers: 2,
          include: [`${everywhere}/*.test.ts`],
          exclude: [`${everywhere}/*.e2e.test.ts`],
          setupFiles: [atEndOfFile, 'harness/testing/in-process.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          // After the unit tests. More than the cores: half of the time of a worker is a wait for other processes.
          sequence: { groupOrder: 1 },
          maxWorkers: isLong ? 1 : 3,
          // Starting a process takes longer the more memory the starting one has: 17 ms of a core at 300 MB.
          execArgv: ['--max-semi-space-size=8'],
          globalSetup: 'harness/testing/scratch-folders.ts',
          include: [`${everywhere}/*.e2e.test.ts`],
          // What has no small size.
          exclude: isLong ? [] : [`${everywhere}/*.long.e2e.test.ts`],
          setupFiles: [atEndOfFile],
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['harness/judge/**/*.ts'],
      exclude: ['**/*.test.ts'],
      thresholds: { branches: 95 },
    },
  },
});
