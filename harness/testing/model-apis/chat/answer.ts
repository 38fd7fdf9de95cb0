import type { Speech, Whole } from '../wire/api-format.ts';
import { event, halves, usageRecord } from '../wire/events.ts';
import type { Answer, Figures } from '../wire/script.ts';
import type { ChatBody } from './request.ts';

export type ChatStyle = {
  /** What a message of the model holds of its thoughts. */
  thoughts?(spoken: Speech, ids: string[]): Record<string, unknown>;
  callId?(newId: Speech['newId']): string;
  usage?(figures: Figures): Record<string, unknown>;
  /** Reports usage in a stream that did not ask for it. */
  alwaysReports?: boolean;
  /** How an answer ends that failed, in the choice. */
  failed?: Record<string, unknown>;
};

/** Prompt tokens have the cached ones among them, completion tokens those of reasoning. */
export function chatUsage({ input, output, cacheRead, cacheWrite, reasoning }: Figures) {
  const prompt = input + cacheRead + cacheWrite;
  return {
    prompt_tokens: prompt,
    completion_tokens: output,
    total_tokens: prompt + output,
    prompt_tokens_details: { cached_tokens: cacheRead, cache_write_tokens: cacheWrite },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}

export function chatAnswer(style: ChatStyle = {}) {
  return (spoken: Speech, { stream_options: options }: ChatBody): Whole => {
    const { answer, figures, model, newId } = spoken;
    const { callId = (next: Speech['newId']) => next('call_'), usage = chatUsage } = style;
    const calls = (answer.calls ?? []).map(({ tool, args }) => {
      const json =
        typeof args === 'string' || answer.misshapen === 'object-arguments' ? args : JSON.stringify(args);
      const called = { function: { name: tool, arguments: json } };
      return { id: callId(newId), type: 'function', ...(answer.misshapen === 'no-function' ? {} : called) };
    });
    const message = {
      role: 'assistant',
      content: contentOf(answer),
      ...(answer.end === 'refusal'
        ? { content: null, refusal: answer.text ?? 'I can’t help with that.' }
        : {}),
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
      ...(spoken.thinks
        ? style.thoughts?.(
            spoken,
            calls.map(({ id }) => id),
          )
        : {}),
    };
    const end = { finish_reason: finishReason(answer), ...(answer.end === 'failed' ? style.failed : {}) };
    const common = { id: newId('chatcmpl-'), created: 0, model };
    const record = usageRecord(answer.usage, usage(figures));
    const chunk = (choices: unknown[], rest: object = {}) =>
      event({ ...common, object: 'chat.completion.chunk', choices, ...rest });
    const delta = (part: object) => chunk([{ index: 0, delta: part, finish_reason: null }]);
    const reports = (style.alwaysReports || options?.include_usage) && record !== undefined;
    const { content, tool_calls: _, ...head } = message;
    return {
      json: {
        ...common,
        object: 'chat.completion',
        choices: [{ index: 0, message, ...end }],
        ...(record === undefined ? {} : { usage: record }),
      },
      events: [
        delta({ ...head, content: typeof content === 'string' ? '' : content }),
        ...(typeof content === 'string' ? halves(content).map((part) => delta({ content: part })) : []),
        ...calls.flatMap((call, index) => callDeltas(call, index).map(delta)),
        chunk([{ index: 0, delta: {}, ...end }]),
        ...(reports ? [chunk([], { usage: record })] : []),
        'data: [DONE]\n\n',
      ],
    };
  };
}

function contentOf({ text, thinking = 'I think.', misshapen }: Answer): unknown {
  if (misshapen !== 'array-content') return text ?? null;
  return [
    { type: 'thinking', thinking: [{ type: 'text', text: thinking }] },
    { type: 'text', text: text ?? '' },
  ];
}

function finishReason({ end, cut, calls = [] }: Answer): string {
  if (end === 'filtered') return 'content_filter';
  if (end === 'failed') return 'error';
  if (cut || end === 'context-full') return 'length';
  return calls.length > 0 ? 'tool_calls' : 'stop';
}

type Call = { id: string; type: string; function?: { name: string; arguments: unknown } };

/** The name comes first, the arguments in two parts; a part that is not text comes whole. */
function callDeltas({ function: called, ...call }: Call, index: number): object[] {
  if (!called || typeof called.arguments !== 'string')
    return [{ tool_calls: [{ index, ...call, ...(called ? { function: called } : {}) }] }];
  const first = { tool_calls: [{ index, ...call, function: { name: called.name, arguments: '' } }] };
  const parts = halves(called.arguments);
  return [first, ...parts.map((part) => ({ tool_calls: [{ index, function: { arguments: part } }] }))];
}
