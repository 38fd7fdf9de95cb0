import { expect, test } from 'vitest';
import { exampleRun } from '../../harness/results/examples/example-run.ts';
import { standingsOf } from '../../harness/results/standings/standings.ts';
import { searchIndex } from './search-index.ts';

const standings = standingsOf([
  {
    schema: 'contract-bench.results.v2',
    sha: 'a'.repeat(40),
    commit: { date: null, parents: [] },
    runs: [exampleRun({ config: { model: 'some-model' } })],
  },
]);
const docs = [
  {
    path: '/docs/ci/' as const,
    title: 'CI',
    html: '<h1 id="ci">CI</h1><p>Runs on <code>GitHub</code>.</p><h2 id="the-gate">The <code>gate</code></h2><p>Judges a &lt;pull&gt; request, a pull request.</p>',
  },
];

test('documents by section, tasks, rows and places, each with its address', () => {
  const found = searchIndex({
    docs,
    tasks: [{ id: 'find-code', title: 'Find a code', goals: ['Say the code.'] }],
    standings,
    pages: [{ path: '/runs/', name: 'Runs' }],
  });
  expect(found).toEqual([
    { path: '/runs/', kind: 'page', title: 'Runs', text: '' },
    {
      path: expect.stringMatching(/^\/rows\/[0-9a-f]{16}\/$/),
      kind: 'row',
      title: 'some-model on playwright 0.0.83: webvoyager',
      text: 'model 1 of 2',
    },
    { path: '/tasks/find-code/', kind: 'task', title: 'Find a code', text: 'find-code Say the code.' },
    { path: '/docs/ci/', kind: 'document', title: 'CI', text: 'runs github' },
    { path: '/docs/ci/#the-gate', kind: 'document', title: 'CI: The gate', text: 'judges pull request' },
  ]);
});

test('the words of a long section are bounded', () => {
  const html = `<p>${Array.from({ length: 5000 }, (_, at) => `word${at}`).join(' ')}</p>`;
  const [place] = searchIndex({
    docs: [{ path: '/docs/long/', title: 'Long', html }],
    tasks: [],
    standings: [],
    pages: [],
  });
  expect(place?.text.length).toBeLessThanOrEqual(600);
});
