import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../harness/contract/digest.ts';
import { exampleFailure, exampleResult, exampleRun } from '../harness/result/example-run.ts';
import { saveRun } from '../harness/result/store.ts';
import { checkLinks } from './dead-links.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'site-build-'));
const sha = '0123456789abcdef0123456789abcdef01234567';
const hostile = '<img src=x onerror=alert(1)>"\'</pre><script>alert(1)</script>';

beforeAll(async () => {
  cpSync(join(root, 'results/references.json'), join(folder, 'results/references.json'));
  const failure = exampleFailure({
    finalUrl: `https://example.com/?${hostile}`,
    error: hostile,
    lastTool: hostile,
    failedPostcondition: { name: hostile, wanted: hostile, observed: hostile },
  });
  const runs = [
    exampleRun({ episodes: [exampleResult(), failure, exampleResult({ taskId: hostile })], suite: hostile }),
    exampleRun({
      runId: 'model',
      config: {
        adapter: 'claude',
        model: hostile,
        server: { id: hostile, package: null, version: hostile, toolsSha256: null },
      },
    }),
  ];
  for (const run of runs)
    await saveRun(join(folder, 'results'), sha, { date: null, parents: [], subject: hostile }, run);
  build('there', 'Asia/Tokyo');
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every link and fragment leads somewhere below a base', () => {
  const { checked, dead } = checkLinks(join(folder, 'there'), '/repo/');
  expect(dead).toEqual([]);
  expect(checked).toBeGreaterThan(100);
});

test('text from results stays text', () => {
  const page = readFileSync(join(folder, 'there/runs', sha, 'index.html'), 'utf8');
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  for (const html of pages('there').values()) {
    expect(html).not.toMatch(/<script|<img| onerror="| style="/);
  }
});

test('every page has a policy, a language, one heading and a description', () => {
  for (const [name, html] of pages('there')) {
    expect(html, name).toContain('http-equiv="content-security-policy" content="default-src \'none\'');
    expect(html, name).toContain("connect-src 'self'");
    expect(html, name).toContain('<html lang="en">');
    expect(html.match(/<h1[ >]/g), name).toHaveLength(1);
    expect(html, name).toMatch(/<meta name="description" content="[^"]{20,}"/);
  }
});

test('every table has a caption and its headers a scope', () => {
  for (const [name, html] of pages('there')) {
    for (const [table] of html.matchAll(/<table.*?<\/table>/gs)) {
      expect(table, name).toMatch(/^<table[^>]*>\s*<caption>/);
      for (const [header] of table.matchAll(/<th[ >][^>]*/g)) expect(header, name).toContain('scope="');
    }
  }
});

test('another time zone gives the same bytes', () => {
  build('elsewhere', 'America/New_York');
  expect(digests('elsewhere')).toEqual(digests('there'));
}, 60_000);

function build(outDir: string, zone: string): void {
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    ['node_modules/astro/bin/astro.mjs', 'build', '--outDir', join(folder, outDir), '--logLevel', 'error'],
    {
      cwd: root,
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        TZ: zone,
        BASE_PATH: '/repo/',
        RESULTS_DIR: join(folder, 'results'),
        ASTRO_TELEMETRY_DISABLED: '1',
      },
    },
  );
  if (status !== 0) throw new Error(stderr + stdout);
}

function files(outDir: string): string[] {
  return readdirSync(join(folder, outDir), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, outDir).length))
    .sort();
}

function pages(outDir: string): Map<string, string> {
  const names = files(outDir).filter((name) => name.endsWith('.html'));
  return new Map(names.map((name) => [name, readFileSync(join(folder, outDir, name), 'utf8')]));
}

function digests(outDir: string): Record<string, string> {
  return Object.fromEntries(
    files(outDir).map((name) => [name, sha256(readFileSync(join(folder, outDir, name)))]),
  );
}
