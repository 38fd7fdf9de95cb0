import { expect, test } from 'vitest';
import { emptyTrajectory } from '../../results/score/trajectory.ts';
import { exportFaults } from '../../testing/export-faults.ts';
import { exportedExample, playedEpisode, times, usage } from '../../testing/exported-example.ts';
import type { PlayedEpisode } from './run/read-episodes.ts';

type Span = Record<'traceId' | 'spanId' | 'name' | 'startTimeUnixNano' | 'endTimeUnixNano', string> & {
  parentSpanId?: string;
  events?: { timeUnixNano: string; name: string }[];
  status?: object;
};

function spansOf(...episodes: PlayedEpisode[]): { text: string; spans: Span[] } {
  const [file] = exportedExample('otel', ...episodes);
  return { text: file?.text ?? '', spans: file?.content.resourceSpans[0].scopeSpans[0].spans };
}

const record = { kind: 'text', isError: false, bytes: 9, sha256: 'x', durationMs: 1 } as const;
const answer = { record, text: 'seen', whole: true };
const call = { tool: 'click', args: { ref: null, deep: { list: [1, 0.5] } } };
const step = { call, sent: true, recorded: true, answer: record, page: null, endedAtMs: null };
const said = { text: 'Next.', stopReason: 'tool_use', tokens: usage.tokens, usd: 1, times };
const calls = [
  { id: 'call-1', step, answer, times: { startMs: 2000, endMs: 2500 } },
  { id: 'call-2', step: { ...step, answer: null }, answer: null, times: { startMs: 2500, endMs: 4000 } },
  { id: 'call-3', step, answer, times: null },
];
const opening = {
  tool: 'navigate',
  url: 'https://example.com/',
  answer,
  times: { startMs: 500, endMs: 900 },
};

test('a trace is an episode, timed from the start of the run, and a second export has the same bytes', () => {
  const episodes = [1, 2].map((trial) => playedEpisode({ trial }, { opening, turns: [{ said, calls }] }));
  const { text, spans } = spansOf(...episodes);
  expect(spansOf(...episodes).text).toBe(text);
  const names = [
    'invoke_agent replay',
    'tools/call navigate',
    'chat a-model',
    'execute_tool click',
    'execute_tool click',
  ];
  expect(spans.map(({ name }) => name)).toEqual([...names, ...names]);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(2);
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
  const second = (at: number) => `${1767323045000 + 1000 * at}000000`;
  expect(
    spans.slice(0, 5).map((span) => [span.startTimeUnixNano, span.endTimeUnixNano, span.parentSpanId]),
  ).toEqual(
    [
      [0, 4],
      [0.5, 0.9],
      [1, 2],
      [2, 2.5],
      [2.5, 4],
    ].map(([start = 0, end = 0], index) => [
      second(start),
      second(end),
      index === 0 ? undefined : spans[0]?.spanId,
    ]),
  );
  expect(spans[0]?.events).toMatchObject([{ timeUnixNano: second(4), name: 'gen_ai.evaluation.result' }]);
  expect(spans.map(({ status }) => status).slice(0, 5)).toEqual([
    ...[undefined, undefined, undefined, undefined],
    { code: 2, message: 'no answer' },
  ]);
});

test('unknown counts are left out, and an infrastructure error is an error without a verdict', () => {
  const counted = spansOf(playedEpisode());
  expect(counted.text.match(/"gen_ai\.usage\.input_tokens",\s+"value": \{\s+"intValue": "15"/g)).toHaveLength(
    2,
  );
  const lost = { status: 'tool_error', success: false, error: 'the browser is gone' } as const;
  const trajectory = { ...emptyTrajectory({ stop: 'done' }), usage: { ...usage, tokens: null, usd: null } };
  for (const known of [{ trajectory: null }, { trajectory }]) {
    const { text, spans } = spansOf(playedEpisode(lost, { ...known, turns: [] }));
    expect(spans).toMatchObject([{ status: { code: 2, message: 'the browser is gone' } }]);
    expect(spans[0]).not.toHaveProperty('events');
    expect(text).not.toMatch(/gen_ai\.(usage|evaluation)|cost_usd/);
  }
});

test.each<[string, RegExp, string]>([
  ['an attribute of no convention', /gen_ai\.agent\.name/, 'gen_ai.agent.nick'],
  ['another type of an attribute', /"intValue": "15"/, '"stringValue": "15"'],
  ['an id that is too short', /"spanId": "../, '"spanId": "'],
  ['a number that is text', /"kind": 1/, '"kind": "1"'],
  ['a time before this century', /"startTimeUnixNano": "1/, '"startTimeUnixNano": "'],
])('the schema refuses %s', async (_, from, to) => {
  const { text } = spansOf(playedEpisode());
  expect(text).toMatch(from);
  expect(await exportFaults('otel', text)).toEqual([]);
  expect(await exportFaults('otel', text.replace(from, to))).not.toEqual([]);
});
