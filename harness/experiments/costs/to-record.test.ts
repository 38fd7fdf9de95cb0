import { expect, test } from 'vitest';
import { findServer } from '../../servers/index.ts';
import { toolMappingOf } from '../../servers/tool-mappings/index.ts';
import type { PlayedTask } from './measure-server.ts';
import { kindOfCall, toRecord } from './to-record.ts';

const countTokens = (text: string) => text.length;

function played(taskId: string, ms: readonly number[], more: Partial<PlayedTask> = {}): PlayedTask {
  return {
    taskId,
    status: 'passed',
    calls: ms.map((each) => ({ tool: 'click', args: {}, ms: each, isError: false })),
    bytes: 100,
    tokens: 25,
    pictures: 0,
    startMs: 300,
    memory: { serverMb: 50, browserMb: null },
    tools: [],
    version: '1',
    ...more,
  };
}

test('three runs give the median, with minimum and maximum', () => {
  const runs = [10, 30, 20].map((ms) => [played('a', [ms, ms])]);
  const { kinds, tasks, startMs, serverMb, browserMb } = toRecord(runs, { countTokens, kindOf: () => 'act' });
  expect(kinds.act).toEqual({ calls: 6, p50Ms: { median: 20, min: 10, max: 30 }, p95Ms: null });
  expect(kinds.read).toEqual({ calls: 0, p50Ms: null, p95Ms: null });
  expect(tasks).toEqual([{ taskId: 'a', passed: true, calls: 2, bytes: 100, tokens: 25, ms: 40 }]);
  expect([startMs.median, serverMb?.median, browserMb]).toEqual([300, 50, null]);
});

test('a task that failed once does not count as passed; twenty calls in a run have a 95th percentile', () => {
  const many = Array.from({ length: 20 }, (_, index) => index + 1);
  const runs = [[played('a', many)], [played('a', many, { status: 'failed' })]];
  const { kinds, tasks } = toRecord(runs, { countTokens, kindOf: () => 'read' });
  expect([tasks[0]?.passed, kinds.read.p95Ms?.median]).toEqual([false, 19]);
});

test.each([
  ['playwright', 'browser_snapshot', {}, 'read'],
  ['playwright', 'browser_navigate', {}, 'open'],
  ['playwright', 'browser_evaluate', {}, 'script'],
  ['playwright', 'browser_click', {}, 'act'],
  ['agent-browser', 'run', {}, 'open'],
  ['agent-browser', 'run', { args: ['snapshot'] }, 'read'],
  ['agent-browser', 'run', { args: ['eval', '1'] }, 'script'],
  ['agent-browser', 'run', { args: ['click', 'e1'] }, 'act'],
])('%s: %s %j is of the kind %s', (id, tool, args, kind) => {
  const dialect = toolMappingOf({ id });
  expect(dialect && kindOfCall({ tool, args }, findServer(id), dialect)).toBe(kind);
});
