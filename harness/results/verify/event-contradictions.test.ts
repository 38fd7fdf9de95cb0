import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { eventLines, eventsOf } from '../../testing/events-of.ts';
import { exampleFailure, exampleModel, exampleResult, exampleRun } from '../examples/example-run.ts';
import { readEvents } from '../records/kept-events.ts';
import { readHistory } from '../records/read-history.ts';
import type { Result, Run } from '../records/result.ts';
import { eventContradictions } from './event-contradictions.ts';

const tokens = { input: 900, output: 90, cacheRead: 0, cacheWrite: 0 };
const account = { tokens, usd: 0.01, requests: 3, answer: '42 metres' };
const agent = {
  id: 'custom:mine',
  version: '1',
  door: 'mcp',
  confined: true,
  package: null,
  sha256: null,
} as const;

function runOf(episodes: Result[]): Run {
  const model = exampleModel('claude-sonnet-5-5');
  return exampleRun({ episodes, config: { kind: 'agent', adapter: agent.id, agent, model } });
}

const [passed, failed] = [
  exampleResult({ taskId: 'one', toolCalls: 3, lastTool: 'click', ...account }),
  exampleFailure({ taskId: 'two', toolCalls: 3, lastTool: 'click', ...account }),
];
const run = runOf([passed, failed]);
const events = run.episodes.flatMap((row) => eventsOf(run, row));

test('the events of a run agree with its rows', () => {
  expect(eventContradictions(run, eventLines(events))).toEqual([]);
});

test('every committed run agrees with its kept events', () => {
  const runs = [...readHistory(thisProject.results)].flatMap((file) => file.runs);
  const kept = runs.filter(({ eventsSha256 }) => eventsSha256 !== undefined);
  expect(kept.length).toBeGreaterThan(0);
  for (const each of kept)
    expect(eventContradictions(each, readEvents(thisProject.results, each) ?? '')).toEqual([]);
});

/** Each is what a row says that is no longer what happened; what else follows from it is changed along. */
test.each<[string, Partial<Result>, string]>([
  ['steps', { steps: 2 }, 'two: steps: the row has 2, its events have 3'],
  ['calls', { toolCalls: 1 }, 'two: toolCalls: the row has 1, its events have 3'],
  ['errors', { serverErrors: 4 }, 'two: serverErrors: the row has 4, its events have 0'],
  ['bytes', { responseBytes: 1 }, 'two: responseBytes: the row has 1, its events have 8123'],
  ['duration', { durationMs: 90 }, 'two: durationMs: the row has 90, its events have 1234.5'],
  ['the last tool', { lastTool: 'type' }, 'two: lastTool: the row has "type", its events have "click"'],
  ['misses', { requestMisses: 1 }, 'two: requestMisses: the row has 1, its events have 0'],
  ['the answer', { answer: '43' }, 'two: answer: the row has "43", its events have "42 metres"'],
  ['no answer', { answer: null }, 'two: answer: the row has null, its events have "42 metres"'],
  ['tokens', { tokens: { ...tokens, input: 9 } }, 'two: tokens.input: the row has 9, its events have 900'],
  ['unknown tokens', { tokens: null }, 'two: tokens: the row has null'],
  ['requests', { requests: 1 }, 'two: requests: the row has 1, its events have 3'],
  ['money', { usd: 0.001 }, 'two: usd: the row has 0.001, its events have 0.01'],
  ['when it held', { firstHeldAtStep: 1 }, 'two: firstHeldAtStep: the row has 1, its events have null'],
  [
    'the status',
    { status: 'passed', success: true },
    'two: status: the row has "passed", its events have "failed"',
  ],
  [
    'a verdict',
    { ...exampleResult(), ...account, taskId: 'two' },
    'two: verdict.outcome: the row has "passed", its events have "failed"',
  ],
  [
    'a fault of ours',
    { status: 'tool_error' },
    'two: status: the row has "tool_error", its events have "failed"',
  ],
])('%s: a row that was changed contradicts its events', (_, changes, what) => {
  const changed = { ...run, episodes: [passed, { ...failed, ...changes }] };
  expect(eventContradictions(changed, eventLines(events)).join('\n')).toContain(what);
});

const change = (type: string, changes: object, from = events) =>
  from.map((event) => ('type' in event && event.type === type ? { ...event, ...changes } : event));

test.each<[string, readonly object[], string]>([
  [
    'no event of an episode',
    events.filter((event) => 'taskId' in event && event.taskId === 'one'),
    'two: its events are missing',
  ],
  ['another run', change('stop', { runId: 'other' }), 'runId: is of run "other"'],
  [
    'an episode of no row',
    change('stop', { taskId: 'three' }),
    'is of "three", trial 1, which the run has no row of',
  ],
  [
    'another agent',
    change('episode_start', { adapter: 'noop' }),
    'one: adapter: the row has "custom:mine", its events have "noop"',
  ],
  ['another server', change('episode_start', { server: 'mine' }), 'one: server: the row has "playwright"'],
  [
    'another model',
    change('task_passed', { answered: null }, change('task_failed', { answered: 'small' })),
    'config.model.answered: the row has "claude-sonnet-5-5", its events have "small"',
  ],
  [
    'no account',
    [
      ...events.slice(0, -1),
      { ...events.at(-1), answer: undefined, tokens: undefined, usd: undefined, requests: undefined },
    ],
    'two: tokens: the row has',
  ],
  ['no end', events.slice(0, -1), 'two: status: its events have no end'],
  ['no start', events.slice(1), 'one: episode_start: its events do not begin with it'],
  [
    'a call that is left out',
    events.filter((event) => !('seq' in event && event.seq === 2)),
    'one: tool_call: seq 3 does not follow',
  ],
  ['no last look', change('contract_eval', { look: 'step' }), 'one: verdict: its events have no last look'],
  [
    'evidence that decides otherwise',
    change('contract_eval', {
      evidence: { kind: 'or', outcome: 'passed', children: [{ kind: 'url', outcome: 'failed' }] },
    }),
    'its clauses give another outcome',
  ],
  [
    'a stop without a pass',
    change('stop', { reason: 'lost' }),
    'one: status: the row has "passed", its events stop by "lost"',
  ],
  ['a broken event', change('tool_call', { seq: -1 }), 'not a valid event tool_call'],
  [
    'a second attempt',
    [...events, ...eventsOf(run, { ...failed, ...passed, taskId: 'two' })],
    'two: attempts: its events contain two that ended',
  ],
])('%s: events that were made up contradict the run', (_, changed, what) => {
  expect(eventContradictions(run, eventLines(changed)).join('\n')).toContain(what);
});

test('a name that a row cuts, or holds in whole characters, is the same name', () => {
  const row = exampleFailure({ taskId: 'two', toolCalls: 3, ...account });
  for (const [lastTool, tool] of [
    ['click\ufffd', 'click\ud800'],
    [`${'x'.repeat(159)}…`, 'x'.repeat(500)],
  ]) {
    const own = runOf([{ ...row, lastTool: lastTool ?? '' }]);
    const lines = eventLines(eventsOf(own, { ...row, lastTool: tool ?? '' }));
    expect(eventContradictions(own, lines)).toEqual([]);
  }
});

test('a line that is no event is named by its number', () => {
  expect(eventContradictions(run, `${eventLines(events)}{"a":1}\nno json\n`)).toEqual([
    `line ${events.length + 1}: not an event of an episode`,
    `line ${events.length + 2}: not an event of an episode`,
  ]);
});

test('a model that made calls has turns, and used no less than they did', () => {
  const row = exampleResult({ taskId: 'one', toolCalls: 3, lastTool: 'click', ...account });
  const ofModel = exampleRun({ episodes: [row], config: { adapter: 'claude', model: 'claude-sonnet-5-5' } });
  const [start, ...rest] = eventsOf(ofModel, row);
  const turn = { ...start, type: 'model_turn', text: '', calls: [], stopReason: null, tokens, usd: 0.01 };
  const found = (...turns: object[]) =>
    eventContradictions(ofModel, eventLines([start ?? {}, ...turns, ...rest]));
  expect(found(turn)).toEqual([]);
  expect(found()).toEqual(['one: model_turn: its events have none, and the row has steps']);
  expect(found(turn, turn)).toEqual([
    'one: tokens: the row has 990, its events have 1980',
    'one: usd: the row has 0.01, its events have 0.02',
  ]);
});

test('a run that was cut short and went on tells of the attempt that was broken off', () => {
  const [start] = eventsOf(run, failed);
  const end = { ...start, type: 'task_failed', atMs: 400, status: 'timeout' };
  expect(eventContradictions(run, eventLines([start ?? {}, end, ...events]))).toEqual([]);
});
