import { expect, test } from 'vitest';
import { exampleFailure, exampleResult, exampleRun } from '../../results/examples/example-run.ts';
import { closingTable } from './results-table.ts';

const run = exampleRun({
  suite: 'town-sample',
  complete: false,
  episodes: [
    exampleResult({ taskId: 'a' }),
    exampleFailure({ taskId: 'b' }),
    exampleResult({ taskId: 'c', status: 'tool_error', success: false }),
  ],
  notRun: [{ taskId: 'd', why: 'no_recording' }],
});

test('a score has an interval where chance has a part in it', () => {
  const cellOf = (kind: 'oracle' | 'agent') => {
    const whole = exampleRun({ config: { kind, adapter: kind } });
    const planned = { run: whole, order: ['a 1', 'b 1'], scheduled: [], notRun: [] };
    return closingTable({ runs: [planned], suites: new Map() })[3]?.split(/ {2,}/)[4];
  };
  expect(cellOf('oracle')).toBe('-');
  expect(cellOf('agent')).toBe('9.5 - 90.5 %');
});

test('what was lost to us and what was not played have columns of their own, in 80 characters', () => {
  const order = ['a', 'b', 'c', 'e', 'f'].map((id) => `${id} 1`);
  const lines = closingTable({ runs: [{ run, order, scheduled: [], notRun: [] }], suites: new Map() });
  const [head = '', row = ''] = lines.slice(2);
  expect(head).toMatch(/^suite +passed +errored +not run +95 % interval +time +calls +bytes$/);
  expect(row).toMatch(/^town-sample +1 \/ 6 +1 +3 +- +\S+ s/);
  expect(lines[0]).toMatch(/^on playwright \d/);
  expect(lines.every((line) => line.length <= 80)).toBe(true);
});

test('the abnormal ends of an agent are counted by their kind', () => {
  const ends = [
    { status: 'failed', agentEndKind: 'crashed' },
    { status: 'failed', agentEndKind: 'crashed' },
    { status: 'failed', agentEndKind: 'killed' },
    { status: 'failed', agentEndKind: 'over_limit' },
    { status: 'timeout', agentEndKind: 'running' },
    { status: 'budget_exceeded' },
  ] as const;
  const whole = exampleRun({
    config: { kind: 'agent', adapter: 'agent' },
    episodes: ends.map((end, index) => ({ ...exampleFailure({ taskId: `task-${index}` }), ...end })),
  });
  const planned = { run: whole, order: [], scheduled: [], notRun: [] };
  expect(closingTable({ runs: [planned], suites: new Map() })).toContain(
    'ends     2 crashed, 1 killed by a signal, 1 over a limit of resources, 1 still running at the time limit, 1 over the budget',
  );
});
