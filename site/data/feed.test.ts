import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CommitSummary } from '../../harness/publish/board/read-site-history.ts';
import { brokenRelease, exampleTools } from '../../harness/results/examples/example-parts.ts';
import { exampleHead, exampleRelease } from '../../harness/results/examples/example-release.ts';
import { exampleResult, exampleRun } from '../../harness/results/examples/example-run.ts';
import { readAuditRecords } from '../../harness/results/records/audit-record.ts';
import { readReleases, readServersRecords } from '../../harness/results/records/read-server-records.ts';
import { standingsOf } from '../../harness/results/standings/standings.ts';
import { xmlFault } from '../../harness/testing/xml-fault.ts';
import { currentTrends } from '../charts/trends.ts';
import { releaseChangesOf } from '../history/release-changes.ts';
import { releasePagesOf } from '../history/release-pages.ts';
import { serverBoard } from '../history/servers.ts';
import { atomFeed, feedEntries } from './feed.ts';

const stamp = { asOf: '2026-02-01T00:00:00.000Z' };
const absolute = (path: string) => `https://example.org/repo${path}`;

test('a commit is told once, at the time of its newest run', async () => {
  const entries = feedEntries([commit(1, 'feat: a thing')], []);
  expect(entries).toMatchObject([
    {
      title: 'Results of 100000000: feat: a thing',
      updated: '2026-01-01T00:00:01.000Z',
      path: `/runs/${shaOf(1)}/`,
      summary:
        'webvoyager, replay: 1 / 2, replay of recorded calls (a gate, not a measure of an agent), 1 errored, changed checkout',
    },
  ]);
  const xml = atomFeed(entries, absolute, stamp);
  expect(await xmlFault(xml)).toBeNull();
  expect(xml).toContain(
    '<link rel="self" type="application/atom+xml" href="https://example.org/repo/feed.xml"/>',
  );
  expect(xml).toContain('<updated>2026-01-01T00:00:01.000Z</updated>');
});

test('a commit without a run is not told', () => {
  expect(feedEntries([{ ...commit(1, ''), runs: [] }], [])).toEqual([]);
});

test('a run without the tasks that its server cannot do says so with its score', () => {
  const { runs, ...of } = commit(1, '');
  const part = {
    passed: '22 / 24 (2 left out for the server)',
    partial: 'Some tasks of the suite were left out for the server',
  };
  const [entry] = feedEntries([{ ...of, runs: runs.map((run) => ({ ...run, ...part })) }], []);
  expect(entry?.summary).toContain('22 / 24 (2 left out for the server)');
  expect(entry?.summary).not.toMatch(/22 \/ 22|some tasks only/);
});

test('a ceiling, a floor and a control are called so, and are no scores of agents', () => {
  const { runs, ...of } = commit(1, '');
  const kinds = ['oracle', 'baseline', 'control', 'model'] as const;
  const all = { ...of, runs: kinds.flatMap((kind) => runs.map((run) => ({ ...run, kind }))) };
  const [entry] = feedEntries([all], []);
  expect(entry?.summary.split('\n').map((told) => told.split(', ').slice(2).join(', '))).toEqual([
    expect.stringMatching(/^reference solution \(a ceiling/),
    expect.stringMatching(/^baseline \(simple rules/),
    expect.stringMatching(/^negative control/),
    expect.stringMatching(/^model/),
  ]);
});

test('a release is told beside the one before it, suite by suite', () => {
  const results = join(import.meta.dirname, '../../results');
  // The newest releases by records of v1, as the older ones.
  const first = readServersRecords(join(import.meta.dirname, '../build/first-records'));
  const older = readServersRecords(results, []).filter(({ server }) => server.version === '0.0.78');
  const board = serverBoard({
    servers: [...older, ...first],
    capabilities: [],
    channels: [],
    suiteOf: (task) => (task.startsWith('task-') ? 'web' : 'pages'),
  });
  const audits = readAuditRecords(results);
  const releases = releasePagesOf([], board);
  const entries = feedEntries([], [], {
    releases,
    changes: releaseChangesOf(releases),
    audits,
    skills: [],
    suiteName: (id) => `the ${id}`,
  });
  expect(entries).toHaveLength(releases.length + audits.length);
  const titles = entries.map(({ title }) => title);
  expect(titles).toContainEqual(expect.stringMatching(/^Playwright MCP 0\.0\.78: measured$/));
  expect(titles).toContainEqual(
    expect.stringMatching(
      /^Playwright MCP 0\.0\.83: tokens per task [+−]\d+ % \(the (web|pages)\), [+−]\d+ % \(the (web|pages)\)$/,
    ),
  );
  // Near misses are no attacks.
  const town = audits.find(({ suite }) => suite === 'town');
  const attacks = town?.tasks.flatMap((task) => task.attacks).length;
  expect(attacks).toBeGreaterThan(0);
  expect(titles).toContain(
    `Audit of town on Playwright MCP ${town?.server.version}: 0 of ${attacks} attacks passed`,
  );
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
});

test('a release is not compared with one of an earlier format', () => {
  const [results, first] = ['../../results', '../build/first-records'].map((each) =>
    join(import.meta.dirname, each),
  );
  const releasesOf = (from = '', wanted = '') =>
    readServersRecords(from).filter(({ server: { id, version } }) => `${id}@${version}` === wanted);
  const servers = [...releasesOf(first, 'playwright@0.0.78'), ...releasesOf(results, 'playwright@0.0.83')];
  const board = serverBoard({
    ...{ servers, capabilities: [], channels: [] },
    suiteOf: (task) => (task.startsWith('task-') ? 'web' : 'pages'),
  });
  const newest = readReleases(results ?? '').filter(({ server }) => server.version === '0.0.83');
  const releases = releasePagesOf(newest, board);
  const entries = feedEntries([], [], {
    ...{ releases, changes: releaseChangesOf(releases), audits: [], skills: [], suiteName: (id) => id },
  });
  expect(entries).toHaveLength(releases.length);
  const found = entries.find(({ path }) => path === '/servers/playwright/0.0.83/');
  expect(found).toMatchObject({
    title: 'Playwright MCP 0.0.83: measured',
    summary: expect.stringMatching(/ tasks passed; tool list [\d,]+ tokens\.$/),
  });
});

test('a release has its changes in one line, a broken one its reason, and a variant an entry of its own', () => {
  const list = (tokens: number, required: string[]) => ({ tools: exampleTools(tokens, { click: required }) });
  const later = { ...exampleHead, at: '2026-03-01T00:00:00.000Z' };
  const releases = releasePagesOf(
    [
      exampleRelease({ parts: list(1000, ['ref']) }),
      exampleRelease({ server: { version: '1.1.0' }, parts: list(1100, ['ref', 'element']) }),
      brokenRelease('1.2.0', 'it lists no tools'),
      exampleRelease({ server: { variant: 'slim' }, parts: list(100, []) }),
    ],
    { releases: [] },
  );
  const told = (pages: typeof releases) =>
    feedEntries([], [], {
      ...{ releases: pages, changes: releaseChangesOf(pages), audits: [], skills: [] },
      suiteName: (id) => id,
    });
  const byPath = new Map(told(releases).map((entry) => [entry.path, entry]));
  expect([...byPath.values()].map(({ title }) => title).sort()).toEqual([
    'My server +slim 1.0.0: measured',
    'My server 1.0.0: measured',
    'My server 1.1.0: newly required: element of click; tool list +10.0 %',
    'My server 1.2.0: broken',
  ]);
  expect(byPath.get('/servers/mine/1.1.0/')?.summary).toContain('Compared with 1.0.0.');
  expect(byPath.get('/servers/mine/1.2.0/')?.summary).toContain('Broken: it lists no tools.');
  // One part that is measured again makes no new release.
  const again = releases.map((page) =>
    page.record?.parts.tools && 'list' in page.record.parts.tools
      ? {
          ...page,
          record: {
            ...page.record,
            parts: { ...page.record.parts, tools: { ...page.record.parts.tools, at: later.at } },
          },
        }
      : page,
  );
  const stamps = (pages: typeof releases) => told(pages).map(({ id, updated }) => [id, updated]);
  expect(stamps(again)).toEqual(stamps(releases));
});

test('where the host is not known links are relative, and the ids are the same', () => {
  const entries = feedEntries([commit(1, '')], []);
  const [here, there] = [atomFeed(entries, null, stamp), atomFeed(entries, absolute, stamp)];
  expect(here).not.toContain('rel="self"');
  expect(here).toContain('href="./"');
  expect(here).toContain(`href="./runs/${shaOf(1)}/"`);
  expect(ids(here)).toEqual(ids(there));
  for (const id of ids(here)) {
    expect(id).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});

test('an empty history is a feed without entries, as new as the build', async () => {
  const xml = atomFeed(feedEntries([], []), null, stamp);
  expect(await xmlFault(xml)).toBeNull();
  expect(xml).toContain('<updated>2026-02-01T00:00:00.000Z</updated>');
  expect(atomFeed([], null, { asOf: null })).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
  expect(xml).not.toContain('<entry>');
});

test('an invented history says so, under an id of its own', () => {
  const [invented, measured] = [atomFeed([], null, { ...stamp, synthetic: true }), atomFeed([], null, stamp)];
  expect(invented).toContain('SYNTHETIC');
  expect(ids(invented)).not.toEqual(ids(measured));
});

test('only the newest fifty commits are told, newest first', () => {
  const commits = Array.from({ length: 60 }, (_, index) => commit(index + 100, ''));
  const entries = feedEntries(commits, []);
  expect(entries).toHaveLength(50);
  expect(entries[0]?.updated).toBe('2026-01-01T00:02:39.000Z');
  expect(new Set(entries.map(({ id }) => id)).size).toBe(50);
});

test('a fall of the score is told as a regression and the way back as a recovery', () => {
  const passes = [...times(20, 4), ...times(20, 1), ...times(20, 4)];
  const files = passes.map((passed, index) => ({
    schema: 'contract-bench.results.v2' as const,
    sha: String(index).padStart(7, '0'),
    commit: { date: null, parents: [] },
    runs: [
      exampleRun({
        runId: `run-${index}`,
        startedAt: new Date(index * 1000).toISOString(),
        episodes: ['a', 'b', 'c', 'd'].map((taskId, task) =>
          exampleResult({ taskId, success: task < passed, status: task < passed ? 'passed' : 'failed' }),
        ),
      }),
    ],
  }));
  expect(feedEntries([], currentTrends(standingsOf(files)))).toMatchObject([
    {
      title: 'Recovery at 0000040: webvoyager, replay on playwright 0.0.83',
      updated: '1970-01-01T00:00:40.000Z',
    },
    {
      title: 'Regression at 0000020: webvoyager, replay on playwright 0.0.83',
      path: '/runs/0000020/',
      summary: expect.stringMatching(
        /^The score fell from 4 \/ 4 to 1 \/ 4; p [=<] 0\.\d+, 20 runs before, 20 after\.$/,
      ),
    },
  ]);
});

test.each([
  ['a script', '<script>alert(1)</script>'],
  ['a broken attribute', '"><img src=x onerror=alert(1)>'],
  ['markup and what XML has no place for', ']]><!-- \u0000\u0008\ufffe\ud800'],
  ['a control of direction', 'abc \u202e שלום'],
  ['10 kB', '&amp;'.repeat(2000)],
  ['nothing', ''],
])('text of a commit stays text: %s', async (_, hostile) => {
  const xml = atomFeed(feedEntries([commit(1, hostile, hostile)], []), absolute, stamp);
  expect(await xmlFault(xml)).toBeNull();
  expect(xml).not.toMatch(/<script|<img|<!--|\u202e/);
  expect(xml.length).toBeLessThan(8000);
});

test('Hebrew and Arabic are words, not controls', () => {
  const [entry] = feedEntries([commit(1, 'שלום العربية')], []);
  expect(entry?.title).toContain('שלום العربية');
});

function commit(number: number, subject: string, suite = 'webvoyager'): CommitSummary {
  const run = {
    runId: 'run-1',
    suite,
    complete: true,
    startedAt: new Date(Date.parse('2026-01-01T00:00:00Z') + number * 1000).toISOString(),
    kind: 'replay' as const,
    label: 'replay',
    dirty: true,
    partial: null,
    rehearsal: false,
    passed: '1 / 2',
    score: { passed: 1, total: 2, rate: 0.5, wilson95: [0, 1] as [number, number] },
    episodes: 2,
    errored: 1,
    medianDurationMs: null,
    isTimed: true,
    hasEvents: false,
    marks: [],
    ownRecordings: null,
  };
  return { sha: shaOf(number), date: null, subject, runs: [run] };
}

function shaOf(number: number): string {
  return String(number).padEnd(40, '0');
}

function ids(xml: string): string[] {
  return [...xml.matchAll(/<id>(.*?)<\/id>/g)].map(([, id = '']) => id);
}

function times(count: number, passed: number): number[] {
  return Array.from({ length: count }, () => passed);
}
