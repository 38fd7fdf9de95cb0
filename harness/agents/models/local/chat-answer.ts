import { randomUUID } from 'node:crypto';
import type { Json } from '../apis/api.ts';
import { type AnswerForm, callIn, callTextIn } from './answer-form.ts';
import type { Completion } from './runtime/start-runtime.ts';

/** `hasIds`: whether calls have ids, as clients of the API expect; the harness's own loop gives them ids itself. */
type Answering = { model: string; form: AnswerForm; hasIds: boolean };

/** The answer of the runtime as an answer of chat completions. */
export function chatAnswer({ model, form, hasIds }: Answering, completion: Completion): Json {
  const { text, end, promptTokens, cachedTokens, tokens } = completion;
  const isWhole = end === 'call' || end === 'stop';
  const callText = isWhole ? callTextIn(form, text) : null;
  const call = callText === null ? null : callIn(callText);
  const message = call
    ? {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            ...(hasIds ? { id: `call_${randomUUID().replaceAll('-', '')}` } : {}),
            type: 'function',
            function: { name: call.name, arguments: argumentsIn(callText ?? '') },
          },
        ],
      }
    : { role: 'assistant', content: text };
  return {
    id: `chatcmpl-${randomUUID()}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model,
    choices: [{ index: 0, message, finish_reason: call ? 'tool_calls' : isWhole ? 'stop' : 'length' }],
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: tokens.length,
      total_tokens: promptTokens + tokens.length,
      prompt_tokens_details: { cached_tokens: cachedTokens },
    },
  };
}

/** An answer of chat completions as the events of a stream, with its usage if that was asked for. */
export function chatEvents(
  { choices, usage, ...answer }: Json,
  { reportsUsage }: { reportsUsage: boolean },
): string {
  const [{ message, finish_reason }] = choices as [
    { message: { content: string | null; tool_calls?: object[] }; finish_reason: string },
  ]; // made above
  const { content, tool_calls } = message;
  const deltas = [
    { role: 'assistant', content: tool_calls ? null : '' },
    tool_calls ? { tool_calls: tool_calls.map((call, index) => ({ index, ...call })) } : { content },
    {},
  ];
  const chunks = [
    ...deltas.map((delta, index) => ({
      choices: [{ index: 0, delta, finish_reason: index === deltas.length - 1 ? finish_reason : null }],
    })),
    ...(reportsUsage ? [{ choices: [], usage }] : []),
  ];
  const lines = chunks.map((chunk) =>
    JSON.stringify({ ...answer, object: 'chat.completion.chunk', ...chunk }),
  );
  return [...lines, '[DONE]'].map((line) => `data: ${line}\n\n`).join('');
}

/** The arguments as the model wrote them, so that the next prompt repeats its own text. */
function argumentsIn(text: string): string {
  return text.slice(text.indexOf('"arguments": ') + '"arguments": '.length, -1);
}
