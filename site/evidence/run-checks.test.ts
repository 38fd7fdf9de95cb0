import { expect, test } from 'vitest';
import { exampleFailure, exampleResult, exampleRun } from '../../harness/results/examples/example-run.ts';
import { standingsOf } from '../../harness/results/standings/standings.ts';
import { type KnownOfRun, mostTelling, runChecks } from './run-checks.ts';

const run = exampleRun({ runId: 'one', episodes: [exampleResult(), exampleFailure({ taskId: 'b' })] });
const [passed, failed] = run.episodes;
const known: KnownOfRun = {
  sha: 'a'.repeat(40),
  stored: `${'a'.repeat(40)}.json`,
  contradictions: [],
  git: { faults: [], notChecked: null },
  attested: true,
  repository: 'https://github.com/o/r',
  events: null,
};
const heldOf = (changes: Partial<KnownOfRun>) =>
  Object.fromEntries(runChecks(run, { ...known, ...changes }).map(({ what, isHeld }) => [what, isHeld]));
const end = (taskId = '', status = '') =>
  JSON.stringify({ taskId, trial: 1, type: status === 'passed' ? 'task_passed' : 'task_failed', status });

test('a run of which all is known to be so; its facts are never said to be here', () => {
  expect(heldOf({ events: `${end(passed?.taskId, 'passed')}\n${end('b', failed?.status)}\n` })).toEqual({
    'The numbers of the run follow from its episodes': true,
    'The run belongs to its commit': true,
    'The workflow that made the run has signed it': true,
    'The events of the run are stored': true,
    'The events end with the statuses of the results': true,
    'The run can be judged again': null,
  });
});

test('whatever speaks against it is said', () => {
  const held = heldOf({
    contradictions: ['totals: other'],
    git: { faults: ['one: gone'], notChecked: null },
    attested: false,
    events: end('b', 'passed'),
  });
  expect(Object.values(held)).toEqual([false, false, false, true, false, null]);
  const words = runChecks(run, { ...known, contradictions: ['totals: other'] }).map(({ found }) => found);
  expect(words[0]).toContain('totals: other');
});

test('what could not be looked at is neither', () => {
  const held = heldOf({
    git: { faults: [], notChecked: 'its commit is not in this clone' },
  });
  expect(held['The run belongs to its commit']).toBeNull();
  expect(held['The events of the run are stored']).toBeNull();
  expect(held).not.toHaveProperty('The events end with the statuses of the results');
});

test('the commands name the run, the bundle and the repository', () => {
  const commands = runChecks(run, known).map(({ command }) => command);
  expect(commands[2]).toContain(`results/${known.sha}.json`);
  expect(commands[2]).toContain(
    'gh attestation verify one.json --bundle results/attestations/one.sigstore.json --repo o/r',
  );
  expect(runChecks(run, { ...known, repository: null })[2]?.command).toBeNull();
});

test('the run that is checked is the newest of agents, else of written solutions, and not one of chance', () => {
  const runs = [
    exampleRun({ runId: 'oracle', config: { kind: 'oracle', adapter: 'oracle' } }),
    exampleRun({
      runId: 'random',
      config: { kind: 'baseline', adapter: 'random' },
      startedAt: '2026-01-03T00:00:00Z',
    }),
  ];
  const standings = standingsOf([
    { schema: 'contract-bench.results.v2', sha: '0'.repeat(40), commit: { date: null, parents: [] }, runs },
  ]);
  expect(mostTelling(standings)?.runId).toBe('oracle');
  expect(mostTelling([])).toBeNull();
});
