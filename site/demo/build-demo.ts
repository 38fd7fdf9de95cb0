import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** `sizeMb`: of all files in millions of bytes; `peakMb`: the most memory that the build had. */
export type DemoBuild = { files: number; sizeMb: number; seconds: number; peakMb: number };

const root = join(import.meta.dirname, '../..');
const reportPeak = new URL('./report-peak.ts', import.meta.url).href;

/** Builds the site of `results` into `outDir`. Throws what the build said where it fails. */
export function buildDemo(results: string, outDir: string): DemoBuild {
  // Astro renames files from the project's folder into this one, which another file system refuses.
  const elsewhere = statSync(join(outDir, '..')).dev !== statSync(root).dev;
  const buildDir = elsewhere ? scratchInProject() : outDir;
  try {
    const measured = build(results, buildDir);
    if (elsewhere) cpSync(buildDir, outDir, { recursive: true });
    return { ...filesIn(outDir), ...measured };
  } finally {
    if (elsewhere) rmSync(buildDir, { recursive: true, force: true });
  }
}

function scratchInProject(): string {
  mkdirSync(join(root, '.astro'), { recursive: true });
  return mkdtempSync(join(root, '.astro', 'demo-'));
}

function build(results: string, outDir: string): Pick<DemoBuild, 'seconds' | 'peakMb'> {
  const from = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', reportPeak, 'node_modules/astro/bin/astro.mjs', 'build', '--outDir', outDir],
    {
      cwd: root,
      encoding: 'utf8',
      // A line or two a page.
      maxBuffer: Number.POSITIVE_INFINITY,
      env: { ...process.env, RESULTS_DIR: results, ASTRO_TELEMETRY_DISABLED: '1' },
    },
  );
  const seconds = (performance.now() - from) / 1000;
  if (status !== 0) throw new Error(`the build failed\n${stdout}${stderr}`);
  return { seconds, peakMb: Number(stderr.trimEnd().split('\n').at(-1)) / 1024 };
}

function filesIn(folder: string): Pick<DemoBuild, 'files' | 'sizeMb'> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  return { files: files.length, sizeMb: bytes / 1e6 };
}
