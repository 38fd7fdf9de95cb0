import { expect, test } from 'vitest';
import { exportFaults } from '../../testing/export-faults.ts';
import { exportedExample, playedEpisode } from '../../testing/exported-example.ts';

type SpanOf = { name: string; startTimeUnixNano: string; endTimeUnixNano: string; parentSpanId?: string };
const spansIn = (content: { resourceSpans: { scopeSpans: { spans: SpanOf[] }[] }[] }) =>
  content.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));

test('a trace is an episode, told from when the run began, and a second export has the same bytes', () => {
  const [first] = exportedExample('otel', playedEpisode(), playedEpisode({ trial: 2 }));
  const [second] = exportedExample('otel', playedEpisode(), playedEpisode({ trial: 2 }));
  expect(first?.text).toBe(second?.text);
  const spans = spansIn(first?.content);
  expect(spans.map(({ name }) => name)).toEqual([
    'invoke_agent replay',
    'chat a-model',
    'invoke_agent replay',
    'chat a-model',
  ]);
  expect(spans[0]).toMatchObject({
    startTimeUnixNano: '1767323045000000000',
    endTimeUnixNano: '1767323047000000000',
  });
  expect(spans[1]).toMatchObject({
    startTimeUnixNano: '1767323046000000000',
    endTimeUnixNano: '1767323047000000000',
  });
});

test.each<[string, (text: string) => string, RegExp]>([
  ['an attribute of no convention', (text) => text.replace('gen_ai.agent.name', 'gen_ai.agent.nick'), /nick/],
  ['another type', (text) => text.replace('"intValue": "15"', '"stringValue": "15"'), /input_tokens.*int/],
  ['a span without what it must have', (text) => text.replaceAll('gen_ai.provider.name', 'x'), /provider/],
  ['an id that is too short', (text) => text.replace(/"spanId": "../, '"spanId": "'), /spanId/],
  [
    'a span that ends before it begins',
    (text) => text.replace('"endTimeUnixNano": "1767', '"endTimeUnixNano": "1667'),
    /ends before/,
  ],
  [
    'a parent that is none',
    (text) => text.replace(/"parentSpanId": "[0-9a-f]+"/, '"parentSpanId": "00000000000000aa"'),
    /parent/,
  ],
])('%s is found', async (_, change, fault) => {
  const [file] = exportedExample('otel', playedEpisode());
  const changed = change(file?.text ?? '');
  expect(changed).not.toBe(file?.text);
  expect((await exportFaults('otel', changed)).join('; ')).toMatch(fault);
});

test('what nobody counted is left out, and what was lost to us is an error without a verdict', () => {
  const lost = playedEpisode(
    { status: 'tool_error', error: 'the browser is gone' },
    { trajectory: null, turns: [] },
  );
  const [file] = exportedExample('otel', lost);
  const [span] = spansIn(file?.content);
  expect(span).toMatchObject({ status: { code: 2, message: 'the browser is gone' } });
  expect(span).not.toHaveProperty('events');
  expect(file?.text).not.toContain('gen_ai.usage');
});
