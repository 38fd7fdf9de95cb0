import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkLinks } from './dead-links.ts';
import { runSite } from './run-site.ts';

// Builds the site for its own host and for a folder of another host, and follows every link of both.
const folder = mkdtempSync(join(tmpdir(), 'contract-bench-site-'));
try {
  for (const base of ['/', '/repo/']) {
    const outDir = join(folder, base === '/' ? 'root' : 'repo');
    runSite(['--base', base, '--out', outDir]);
    const { checked, dead } = checkLinks(outDir, base);
    for (const line of dead) process.stderr.write(`${line}\n`);
    process.stdout.write(`${checked} links below ${base}, ${dead.length} dead\n`);
    if (dead.length > 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
