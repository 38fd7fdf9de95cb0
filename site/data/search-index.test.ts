import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exampleRun } from '../../harness/results/examples/example-run.ts';
import {
  readCapabilitiesRecords,
  readServersRecords,
} from '../../harness/results/records/read-server-records.ts';
import { standingsOf } from '../../harness/results/standings/standings.ts';
import { docPages, docPath } from '../build/docs-pages.ts';
import { releasePagesOf } from '../history/release-pages.ts';
import { serverBoard } from '../history/servers.ts';
import { findPlaces, openIndex } from '../scripts/find-places.ts';
import { searchIndex } from './search-index.ts';

const results = join(import.meta.dirname, '../../results');
const suiteName = (id: string) => (id === 'webvoyager' ? 'Web-10' : id);
const nothing = {
  docs: [],
  tasks: [],
  standings: [],
  pages: [],
  suiteName,
  servers: { servers: [] },
  releases: [],
};
const standings = standingsOf([
  {
    schema: 'contract-bench.results.v2',
    sha: 'a'.repeat(40),
    commit: { date: null, parents: [] },
    runs: [exampleRun({ config: { model: 'some-model' } })],
  },
]);
const servers = serverBoard({
  servers: readServersRecords(results),
  capabilities: readCapabilitiesRecords(results),
  channels: [],
  suiteOf: (task) => (task.startsWith('task-') ? 'webvoyager' : 'fixtures'),
});

test('documents by section, tasks, results and places, each with its address and a line of text', () => {
  const html =
    '<h1 id="ci">CI</h1><p>Runs on <code>GitHub</code>.</p><h2 id="the-gate">The <code>gate</code></h2><p>Judges a &lt;pull&gt; request, a pull request.</p>';
  const found = searchIndex({
    ...nothing,
    docs: [{ path: '/docs/ci/', title: 'CI', html }],
    tasks: [{ id: 'find-code', title: 'Find a code', goals: ['Say the code.', 'Say the other code.'] }],
    standings,
    pages: [{ path: '/runs/', name: 'Runs' }],
  });
  expect(found.map(({ path, kind, title, line }) => [path, kind, title, line])).toEqual([
    ['/runs/', 'page', 'Runs', ''],
    [
      expect.stringMatching(/^\/rows\/[0-9a-f]{16}\/$/),
      'result',
      'some-model on playwright 0.0.83: Web-10',
      '1 of 2 passed, model',
    ],
    ['/tasks/find-code/', 'task', 'Find a code', 'Say the code.'],
    ['/docs/ci/', 'document', 'CI', 'Runs on GitHub .'],
    ['/docs/ci/#the-gate', 'document', 'CI: The gate', 'Judges a pull request, a pull request.'],
  ]);
  expect(found.at(-1)?.text).toBe('judges pull request');
});

test('the words of a long section are bounded', () => {
  const html = `<p>${Array.from({ length: 5000 }, (_, at) => `word${at}`).join(' ')}</p>`;
  const [place] = searchIndex({ ...nothing, docs: [{ path: '/docs/long/', title: 'Long', html }] });
  expect(place?.text.length).toBeLessThanOrEqual(600);
});

test('a capability stands once, with how many servers do it and how', () => {
  const drag = searchIndex({ ...nothing, servers }).filter(({ path }) => path.endsWith('#html5-drag'));
  expect(drag).toMatchObject([
    { kind: 'capability', line: expect.stringMatching(/^\d servers: \d by their own tools/) },
  ]);
});

/** Headings become sections, as in a built page; of the rest the words alone matter. */
const htmlOf = (markdown: string) =>
  markdown.replace(
    /^##+ (.*)$/gm,
    (_, heading: string) => `<h2 id="${heading.toLowerCase()}">${heading}</h2>`,
  );
const index = openIndex(
  searchIndex({
    ...nothing,
    servers,
    releases: releasePagesOf([], servers),
    standings,
    docs: docPages.map(({ slug, title, markdown }) => ({
      path: docPath(slug),
      title,
      html: htmlOf(markdown),
    })),
    tasks: [
      { id: 'gym-html5-drag', title: 'Drag chores into their boxes', goals: ['Drag the chore'] },
      { id: 'gym-upload', title: 'Upload a report', goals: ['Upload the file'] },
    ],
    pages: [{ path: '/servers/', name: 'Servers: Cost' }],
  }),
);

test.each([
  ['Playwright MCP', ['/servers/playwright/']],
  ['playwright', ['/servers/playwright/']],
  ['chrome devtools', ['/servers/chrome-devtools/']],
  ['chrome devtools vs playwright', ['/servers/chrome-devtools/', '/servers/playwright/']],
  ['Playwright MCP 0.0.78', ['/servers/playwright/#release-0.0.78']],
  ['drag', [expect.stringMatching(/^\/servers\/can-do\/#(html5|pointer)-drag$/)]],
  ['upload', ['/servers/can-do/#upload']],
  ['some-model', [expect.stringMatching(/^\/rows\//)]],
  ['ollama', [expect.stringMatching(/^\/docs\/local-models\//)]],
  ['servers', ['/servers/']],
  ['the comparability of keys', [expect.stringMatching(/^\/docs\//)]],
])('%s finds what a person means first', (words, first) => {
  const paths = findPlaces(index, words).map(({ path }) => path);
  expect(paths.slice(0, first.length)).toEqual(first);
});

test('no words, and words that are nowhere, find nothing', () => {
  expect(['', ' vs ', 'qqqqqqqq'].map((words) => findPlaces(index, words))).toEqual([[], [], []]);
});
