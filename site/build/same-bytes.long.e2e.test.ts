import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildSite } from '../../harness/testing/build-site.ts';
import { manifestName } from './manifest.ts';

const root = join(import.meta.dirname, '../..');

test('another time zone and folder give the same bytes of the project’s own results, which sha256sum checks', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-bytes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const built: [string, string][] = [
    ['there', 'Asia/Tokyo'],
    ['elsewhere', 'America/New_York'],
  ];
  for (const [outDir, zone] of built) {
    const address = { SITE_URL: 'https://example.org', BASE_PATH: '/repo/' };
    await buildSite(join(folder, outDir), { TZ: zone, ...address });
    execFileSync(process.execPath, [join(root, 'site/build/write-manifest.ts'), join(folder, outDir)]);
  }
  const [there = '', elsewhere] = built.map(([outDir]) =>
    readFileSync(join(folder, outDir, manifestName), 'utf8'),
  );
  expect(elsewhere).toBe(there);
  expect(there.split('\n').length).toBeGreaterThan(1000);
  execFileSync('sha256sum', ['--check', '--strict', '--quiet', manifestName], { cwd: join(folder, 'there') });
}, 300_000);
