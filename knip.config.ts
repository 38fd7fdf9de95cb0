import type { KnipConfig } from 'knip';
import { servers } from './harness/servers/index.ts';

/** Started by their command lines: nothing imports them. */
const serverPackages = servers.flatMap(({ origin }) => ('package' in origin ? [origin.package] : []));

export default {
  entry: [
    'contract-bench.config.ts',
    'harness/agents/controls/cheat/cheat-server.ts',
    'harness/cli/package/*.ts',
    'tasks/web/host-api.ts',
    'harness/cli/packing/{prepack,postpack}.ts',
    'harness/platform/process/watchdog-process.ts',
    'harness/servers/command-server/program/main.ts',
    'harness/browser/launch-shim/program/main.ts',
    'harness/experiments/overhead/*.ts',
    'harness/testing/{,guests/,remotes/}*.ts',
    // Astro finds the pages; the rest is named by its path.
    'site/pages/**/*.{astro,ts}',
    'site/build/{main,build-thread-main}.ts',
    'site/data/{commit-json,logo-file}.ts',
    'tasks/*/templates/*.ts',
    'tasks/traps/index.ts',
    'tasks/web/*/_host.ts',
    'tasks/right-end-states/web/*/*/_host.ts',
  ],
  project: ['*.config.ts', 'harness/**/*.ts', 'site/**/*.{ts,astro}', 'tasks/**/*.ts'],
  ignoreDependencies: ['axe-core', '@fontsource/inter', ...serverPackages],
  ignoreBinaries: [
    'mkfifo',
    'redis-server',
    'script',
    'setsid',
    'sha256sum',
    'ssh-keygen',
    'strace',
    'unshare',
    'Xvfb',
  ],
} satisfies KnipConfig;
