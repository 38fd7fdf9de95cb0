import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { whileLocked } from '../result/store/lock.ts';

const root = path.join(import.meta.dirname, '../..');

/**
 * Builds the site as `npm run build` does, with this environment alone; throws what the build said where it fails. One
 * at a time: builds of one checkout share Astro's working folder.
 */
export async function buildSite(outDir: string, env: Record<string, string>, checkout = root): Promise<void> {
  const { status, stderr, stdout } = await whileLocked(
    path.join(root, 'node_modules/site-build'),
    () =>
      spawnSync(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build', '--outDir', outDir], {
        cwd: checkout,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, HOME: process.env.HOME, ASTRO_TELEMETRY_DISABLED: '1', ...env },
      }),
    120_000,
  );
  if (status !== 0) throw new Error(stderr + stdout);
}
