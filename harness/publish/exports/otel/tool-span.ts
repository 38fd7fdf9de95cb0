import type { PlayedCall, PlayedEpisode, SavedAnswer, Times } from '../run/played-episode.ts';
import { type Attribute, attributes, doubles } from './attributes.ts';
import { failed, type Span, spanKinds, type Trace } from './span.ts';

const method = 'tools/call';

/** A call of the agent. As the conventions ask, what they say of MCP stands in the same span. */
export function toolSpan(trace: Trace, { id, step, answer }: PlayedCall, times: Times): Span {
  const { call, sent } = step;
  return trace.span(id, {
    name: `execute_tool ${call.tool}`,
    kind: spanKinds.internal,
    times,
    attributes: [
      ...attributes({
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': call.tool,
        'gen_ai.tool.call.id': id,
        'gen_ai.tool.call.arguments': call.args,
        // One that was answered in the server's place came to no server.
        'mcp.method.name': sent ? method : null,
        'contract_bench.page.url': step.page?.url,
      }),
      ...answerAttributes(answer),
    ],
    ...statusOf(answer),
  });
}

/** The harness opened the start URL, before the agent began: a call of an MCP client, and no tool of an agent. */
export function openingSpan(
  trace: Trace,
  { tool, url, answer }: NonNullable<PlayedEpisode['opening']>,
  times: Times,
): Span {
  return trace.span('opening', {
    name: `${method} ${tool}`,
    kind: spanKinds.client,
    times,
    attributes: [
      ...attributes({
        'mcp.method.name': method,
        'gen_ai.tool.name': tool,
        'contract_bench.opened.url': url,
      }),
      ...answerAttributes(answer),
    ],
    ...statusOf(answer),
  });
}

/** A result is there only where all of it is known. */
function answerAttributes(answer: SavedAnswer | null): Attribute[] {
  if (!answer) return attributes({ 'error.type': 'no_answer' });
  const { record, text, whole } = answer;
  return [
    ...attributes({
      'gen_ai.tool.call.result': whole && !record.isError ? text : null,
      'error.type': record.isError ? 'tool_error' : null,
      'contract_bench.answer.begins': whole && !record.isError ? null : text,
      'contract_bench.answer.kind': record.kind,
      'contract_bench.answer.bytes': record.bytes,
      'contract_bench.answer.sha256': record.sha256,
    }),
    ...doubles({ 'contract_bench.answer.duration_ms': record.durationMs }),
  ];
}

function statusOf(answer: SavedAnswer | null): Pick<Span, 'status'> {
  if (!answer) return failed('nothing answered');
  return answer.record.isError ? failed(answer.record.said) : {};
}
