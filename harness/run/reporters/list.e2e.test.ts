import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { projectAt } from '../../platform/project.ts';
import { exampleFailure, exampleResult } from '../../results/examples/example-run.ts';
import type { Result } from '../../results/records/result.ts';
import { makePlan } from '../make-plan.ts';
import { type Plan, quietOptions } from '../plan.ts';
import { findReporter } from './index.ts';
import { list } from './list.ts';
import type { ReporterMaker } from './reporter.ts';

const project = projectAt(path.join(import.meta.dirname, '../../..'));

/** A run of the tasks that are told of. Each plan reads all tasks of the project, so there is one. */
const taskIds = ['example-h1', 'fixture-cookie-isolation-2-check', 'fixture-dialog'];
let made: Plan;
beforeAll(async () => {
  made = await makePlan({ ...quietOptions(project), taskIds, adapter: 'noop', save: true }, process.env);
});

/** What the list says of a run in which the episodes of these tasks came to these results. */
function told(
  { dirty = false, by = list }: { dirty?: boolean; by?: ReporterMaker },
  results: readonly Result[],
  resultsFile: string | null = null,
) {
  const runs = made.runs.map((each) => ({ ...each, run: { ...each.run, episodes: [] as Result[] } }));
  const plan = { ...made, runs, checkout: { ...made.checkout, dirty } };
  let text = '';
  // Nothing else of a stream is used where it is no terminal.
  const out = { write: (more: string) => (text += more) } as unknown as NodeJS.WriteStream;
  const reporter = by.make(plan, { out, err: out, env: {} });
  const [planned] = plan.runs;
  if (!planned) throw new Error('no run was planned');
  for (const result of results) {
    planned.run.episodes.push(result);
    reporter.episodeEnd?.(planned.run, result);
  }
  reporter.interrupted?.();
  const end = { runs: [planned.run], interrupted: true, refused: null, notRecorded: [], resultsFile };
  reporter.end?.(end);
  return { lines: text.split('\n'), runId: planned.run.runId };
}

test('times and calls stand below each other, whatever the status, and one call is no plural', () => {
  const { lines } = told({}, [
    exampleResult({ taskId: 'example-h1', durationMs: 1234, toolCalls: 1 }),
    exampleFailure({
      taskId: 'fixture-cookie-isolation-2-check',
      status: 'start_page_failed',
      durationMs: 123_456,
      toolCalls: 12,
    }),
    exampleFailure({ taskId: 'fixture-dialog', durationMs: 900, toolCalls: 3 }),
  ]);
  const rows = lines.filter((line) => /^ {2}(passed|start_page_failed|failed) /.test(line));
  expect(new Set(rows.map((row) => row.indexOf(' s '))).size).toBe(1);
  expect(rows.map((row) => row.replace(/.* s +/, ''))).toEqual(['1 call', '12 calls', '3 calls']);
  expect(rows.every((row) => row.length <= 80)).toBe(true);
});

test('a control that passes is said to find the contract held at once', () => {
  const { lines } = told({}, [exampleResult({ taskId: 'example-h1' })]);
  expect(lines).toContain('      the contract already holds on the start page');
});

test('rows of a changed checkout are marked as not ranked', () => {
  const results = [exampleResult({ taskId: 'example-h1' })];
  const words = /the checkout has uncommitted changes, so these results are not ranked/;
  expect(told({ dirty: true }, results, 'results/x.json').lines.join('\n')).toMatch(words);
  expect(told({ dirty: false }, results, 'results/x.json').lines.join('\n')).not.toMatch(words);
});

test('at Ctrl-C it is said at once how to go on', () => {
  const { lines, runId } = told({}, [exampleResult({ taskId: 'example-h1' })]);
  const at = lines.findIndex((line) => line.startsWith('interrupted: '));
  expect(lines[at + 1]).toMatch(new RegExp(`^continue with: npm run harness -- .* --resume ${runId}$`));
  expect(at).toBeLessThan(lines.findIndex((line) => line.startsWith('suite ')));
});

test('a cause that two tasks share is told once, and both are named at the end', () => {
  const lost = { status: 'tool_error', success: false, error: 'the server is gone' } as const;
  const { lines } = told({}, [
    exampleResult({ taskId: 'example-h1', ...lost }),
    exampleResult({ taskId: 'fixture-dialog', ...lost }),
  ]);
  expect(lines.filter((line) => line === '      the server is gone')).toHaveLength(1);
  expect(lines).toContain('      same cause as example-h1');
  expect(lines.slice(lines.indexOf('2 tasks with the same cause: tool_error: the server is gone'))[1]).toBe(
    '  example-h1, fixture-dialog',
  );
});

test.each(['list', 'dots', 'github', 'json'])(
  'the reporter %s shows what a page, a server or an agent said, and none of it is a command',
  (id) => {
    const hostile =
      '\u001b]52;c;cm0=\u0007\r::error::a\n::stop-commands::b\u2028::add-mask::c \u202e##[error]d';
    const result = exampleFailure({
      taskId: 'fixture-dialog',
      status: 'tool_error',
      error: hostile,
      lastServerError: { tool: hostile, said: hostile, answers: 1 },
      failedPostcondition: { name: hostile, wanted: hostile, observed: hostile },
    });
    const { lines } = told({ by: findReporter(id) }, [result]);
    expect(lines.join('\n')).toContain(id === 'dots' ? 'F' : 'stop-commands');
    const ours = lines.filter((line) => line.startsWith('::error title=fixture-dialog tool_error::'));
    expect(ours).toHaveLength(id === 'github' ? 1 : 0);
    for (const line of lines) {
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|##\[/u);
      if (!ours.includes(line)) expect(line).not.toMatch(/^\s*::/);
    }
  },
);
