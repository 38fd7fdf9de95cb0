import type { KnipConfig } from 'knip';
import { servers } from './harness/servers/index.ts';

/** Started by their command lines: nothing imports them. */
const serverPackages = servers.flatMap(({ origin }) => ('package' in origin ? [origin.package] : []));

export default {
  entry: [
    'contract-bench.config.ts',
    'harness/adapters/cheat/cheat-server.ts',
    'harness/contract-bench.mjs',
    'harness/package/*.ts',
    'harness/packing/{prepack,postpack}.ts',
    'harness/process/watchdog-process.ts',
    'harness/command-server/program/main.ts',
    'harness/launch-shim/program/main.ts',
    'harness/bench-self/*.ts',
    'harness/{testing,test-guests,test-remotes}/*.ts',
    // Astro finds the pages; the rest is named by its path.
    'site/pages/**/*.{astro,ts}',
    'site/build/{main,build-thread-main}.ts',
    'site/data/{commit-json,logo-file}.ts',
    'tasks/*/templates/*.ts',
    'tasks/web/*/_host.ts',
    'tasks/right-end-states/web/*/*/_host.ts',
  ],
  project: ['*.config.ts', 'harness/**/*.ts', 'site/**/*.{ts,astro}', 'tasks/**/*.ts'],
  ignoreDependencies: ['axe-core', '@fontsource/inter', ...serverPackages],
  ignoreBinaries: ['mkfifo', 'redis-server', 'script', 'setsid', 'sha256sum', 'strace', 'unshare', 'Xvfb'],
} satisfies KnipConfig;
