import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runSite } from '../build/run-site.ts';

/** `sizeMb`: of all files in millions of bytes; `peakMb`: the most memory that the build had. */
export type DemoBuild = { files: number; sizeMb: number; seconds: number; peakMb: number };

const reportPeak = new URL('./report-peak.ts', import.meta.url).href;

/** Builds the site of `results` into `outDir`. Throws what the build said where it fails. */
export function buildDemo(results: string, outDir: string): DemoBuild {
  const from = performance.now();
  const said = runSite(['--out', outDir], {
    env: { RESULTS_DIR: results },
    nodeOptions: [`--import=${reportPeak}`],
  });
  const seconds = (performance.now() - from) / 1000;
  // The command says its own too, which is less.
  const peaks = [...said.matchAll(/^peak (\d+)$/gm)].map(([, kilobytes]) => Number(kilobytes));
  return { ...filesIn(outDir), seconds, peakMb: Math.max(...peaks) / 1024 };
}

function filesIn(folder: string): Pick<DemoBuild, 'files' | 'sizeMb'> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  return { files: files.length, sizeMb: bytes / 1e6 };
}
