import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleFailure, exampleResult, exampleRun } from '../../harness/examples/example-run.ts';
import { saveRun } from '../../harness/result/store/save-run.ts';
import { buildSite } from '../../harness/testing/build-site.ts';
import { xmlFault } from '../../harness/testing/xml-fault.ts';
import { checkLinks } from './dead-links.ts';
import { manifestName } from './manifest.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'site-build-'));
const sha = '0123456789abcdef0123456789abcdef01234567';
const hostile = '<img src=x onerror=alert(1)>"\'</pre><script>alert(1)</script>';
const turned = '\u202Eegnarts\u202C';

beforeAll(async () => {
  cpSync(join(root, 'results/references.json'), join(folder, 'results/references.json'));
  const failure = exampleFailure({
    taskId: 'task-02-mdn-fetch-syntax',
    finalUrl: `https://example.com/?${hostile}`,
    error: `${hostile}${turned}${'x'.repeat(10_000)}`,
    lastTool: hostile,
    failedPostcondition: { name: hostile, wanted: hostile, observed: `${turned}${hostile}` },
    verdict: {
      outcome: 'failed',
      clauses: [{ name: hostile, outcome: 'failed', observed: `${turned}${hostile}` }],
    },
  });
  const nothing = exampleResult({
    taskId: 'task-03-wikipedia-eiffel-height',
    status: 'adapter_error',
    success: false,
    finalUrl: null,
    firstHeldAtStep: null,
    verdict: null,
    factsSha256: null,
    wandering: { repeats: 0, excessSteps: null },
  });
  const runs = [
    exampleRun({
      episodes: [exampleResult(), failure, exampleResult({ taskId: hostile }), nothing],
      suite: hostile,
    }),
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
  await build('there', 'Asia/Tokyo');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every link and fragment leads somewhere below a base', () => {
  const { checked, dead } = checkLinks(join(folder, 'there'), '/repo/');
  expect(dead).toEqual([]);
  expect(checked).toBeGreaterThan(100);
});

test('text from results stays text', () => {
  const page = readFileSync(join(folder, 'there/runs', sha, 'index.html'), 'utf8');
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).toContain('\\u202eegnarts');
  expect(page).not.toContain('\u202E');
  const ours =
    /<script (type="module" src="\/repo\/assets\/[\w.@-]+\.js"|src="\/repo\/theme\.js")><\/script>|<script type="application\/ld\+json">[^<>]*<\/script>|<img src="\/repo\/badges\/[0-9a-f]{16}\.svg"/g;
  for (const html of pages('there').values()) {
    expect(
      html.replaceAll(ours, '').match(/.{60}(<script|<img| onerror="| style=").{40}/)?.[0],
    ).toBeUndefined();
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
  // Tables of the documents are Markdown's.
  for (const [name, html] of [...pages('there')].filter(([name]) => !name.startsWith('/docs/'))) {
    for (const [table] of html.matchAll(/<table.*?<\/table>/gs)) {
      expect(table, name).toMatch(/^<table[^>]*>\s*<caption>/);
      for (const [header] of table.matchAll(/<th[ >][^>]*/g)) expect(header, name).toContain('scope="');
    }
  }
});

test('a claim of others has no rank, its reasons and the sentence', () => {
  const [row] = /<tr[^>]*>\s*<th[^>]*>notte.*?<\/tr>/s.exec(read('index.html')) ?? [''];
  expect(row).toContain('86.2 %');
  expect(row).toContain('not directly comparable');
  expect(row).not.toContain('Rank');
  const [ledger] = /<section id="reference-notte.*?<\/section>/s.exec(read('index.html')) ?? [''];
  for (const reason of ['other tasks', 'other judge', 'other caps']) expect(ledger).toContain(reason);
  expect(read('index.html')).toMatch(
    /contract-eval is stricter than LLM-eval; numbers not directly comparable to notte/,
  );
});

test('the sitemap has every page, and no page that is not there', () => {
  const listed = [...read('sitemap.xml').matchAll(/<loc>https:\/\/example\.org\/repo(.*?)<\/loc>/g)];
  const made = [...pages('there').keys()].filter((name) => name !== '/404.html');
  expect(listed.map(([, path]) => path)).toEqual(made.map((name) => name.replace(/index\.html$/, '')).sort());
  expect(read('robots.txt')).toContain('Sitemap: https://example.org/repo/sitemap.xml');
});

test('the data files hold what the results hold, and text in them stays text', async () => {
  expect(read(`api/v1/runs/${sha}.json`)).toBe(readFileSync(join(folder, 'results', `${sha}.json`), 'utf8'));
  const { groups, references } = JSON.parse(read('api/v1/leaderboard.json'));
  expect(groups).toHaveLength(2);
  expect(references).toHaveLength(3);
  for (const name of files('there').filter((name) => /\.(xml|svg)$/.test(name))) {
    expect(await xmlFault(read(name)), name).toBeNull();
    expect(read(name), name).not.toMatch(/<script|<img/);
  }
  expect(read('badge.json')).toContain('"schemaVersion":1');
});

test('the manifest lists every file, and sha256sum checks it', () => {
  execFileSync(process.execPath, [join(root, 'site/build/write-manifest.ts'), join(folder, 'there')]);
  expect(read(manifestName).trimEnd().split('\n')).toHaveLength(files('there').length - 1);
  execFileSync('sha256sum', ['--check', '--strict', '--quiet', manifestName], { cwd: join(folder, 'there') });
});

test('a results file that breaks the schema fails the build with its name and the field', async () => {
  const broken = join(folder, 'broken', `${sha}.json`);
  cpSync(join(folder, 'results'), join(folder, 'broken'), { recursive: true });
  writeFileSync(broken, readFileSync(broken, 'utf8').replace('"status":"passed"', '"status":"wonderful"'));
  await expect(buildSite(join(folder, 'none'), { RESULTS_DIR: join(folder, 'broken') })).rejects.toThrow(
    `${broken}: runs[0].episodes[0].status: must be one of passed, `,
  );
});

async function build(outDir: string, zone: string): Promise<void> {
  const address = { SITE_URL: 'https://example.org', BASE_PATH: '/repo/' };
  await buildSite(join(folder, outDir), { TZ: zone, ...address, RESULTS_DIR: join(folder, 'results') });
}

function read(name: string): string {
  return readFileSync(join(folder, 'there', name), 'utf8');
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
