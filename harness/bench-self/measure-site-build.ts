import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

export type SiteBuild = { commits: number; files: number; seconds: number; peakMb: number };

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const reportPeak = pathToFileURL(path.join(import.meta.dirname, 'report-peak.ts')).href;

/** Builds the site of an invented history, one run of 30 tasks a commit, as many times as asked. Leaves no file. */
export async function measureSiteBuilds(commits: number, times: number): Promise<SiteBuild[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cb-site-'));
  try {
    const scale = ['--commits', String(commits), '--tasks', '30', '--runs-per-commit', '1'];
    await node(['site/demo/main.ts', ...scale, '--out', folder, '--no-build']);
    const builds: SiteBuild[] = [];
    for (let time = 0; time < times; time++) builds.push({ commits, ...(await build(folder)) });
    return builds;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function build(folder: string): Promise<Omit<SiteBuild, 'commits'>> {
  const outDir = path.join(folder, 'dist');
  const astro = ['node_modules/astro/bin/astro.mjs', 'build', '--outDir', outDir];
  const from = performance.now();
  const { stderr } = await node(['--import', reportPeak, ...astro], {
    RESULTS_DIR: path.join(folder, 'results'),
    ASTRO_TELEMETRY_DISABLED: '1',
  });
  const seconds = (performance.now() - from) / 1000;
  const peakMb = Number(stderr.trimEnd().split('\n').at(-1)) / 1024;
  const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).length;
  await rm(outDir, { recursive: true });
  return { files, seconds, peakMb };
}

function node(args: string[], env: Record<string, string> = {}): Promise<{ stderr: string }> {
  const maxBuffer = 64 * 1024 * 1024;
  return run(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, maxBuffer });
}
