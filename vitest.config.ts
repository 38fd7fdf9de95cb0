import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { cacheFolder } from './harness/platform/files/cache-folder.ts';

/** Files that take long though they are short: what is not known of a file is judged by its size. */
const long = new RegExp(
  `/(${[
    'build/build',
    'cli/(disk|freeze|key-in-processes|leaks|own-tasks|replay|secrets|stand-ins)',
    'episode/(observe-end|play-episode|start-page|whose-fault)',
    'external/(acp-door|agent-session|cdp-door)',
    'against-git/forged-results',
    'models/(tool-loop|waiting)',
    'testing/open-sets',
    'packing/package',
  ].join('|')})\\.test\\.ts$`,
);

/** Files that take long begin first: one of them left for the end would hold up one worker while the other is idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: ['harness/**/*.test.ts', 'site/**/*.test.ts', 'tasks/**/*.test.ts'],
    exclude: ['**/*.long.test.ts', 'node_modules/**'],
    setupFiles: ['harness/testing/after-each-file.ts'],
    // Real browsers and servers on a shared machine: a limit that only something stuck reaches.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Twice the cores that it needs: half of the time of a worker is a wait for browsers and other processes.
    maxWorkers: 4,
    // Files of one worker share what they import, which is loaded once instead of 240 times; no test replaces a module.
    isolate: false,
    unstubEnvs: true,
    // A process that a test starts on sources strips the types of all of them once, not anew: a fifth of a start.
    env: { NODE_COMPILE_CACHE: path.join(cacheFolder(), 'compiled') },
    sequence: { sequencer: LongestFirst },
    coverage: {
      provider: 'v8',
      include: ['harness/judge/**/*.ts'],
      exclude: ['**/*.test.ts'],
      thresholds: { branches: 95 },
    },
  },
});
