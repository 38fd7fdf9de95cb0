import type { Speech, Whole } from '../wire/api-format.ts';
import { event, halves, usageRecord } from '../wire/events.ts';
import type { Answer } from '../wire/script.ts';
import type { ResponsesBody } from './request.ts';

type Tagged = { type: string; [key: string]: unknown };

export function responseAnswer(spoken: Speech, { include, store }: ResponsesBody): Whole {
  const { answer, figures, model, newId } = spoken;
  const output = outputOf(spoken, include?.includes('reasoning.encrypted_content') ?? false);
  const prompt = figures.input + figures.cacheRead + figures.cacheWrite;
  const usage = usageRecord(answer.usage, {
    input_tokens: prompt,
    output_tokens: figures.output,
    total_tokens: prompt + figures.output,
    input_tokens_details: { cached_tokens: figures.cacheRead, cache_write_tokens: figures.cacheWrite },
    output_tokens_details: { reasoning_tokens: figures.reasoning },
  });
  const state = stateOf(answer);
  const common = { id: newId('resp_'), object: 'response', created_at: 0, model, store: store ?? true };
  const begun = { ...common, status: 'in_progress', output: [], error: null, incomplete_details: null };
  const response = { ...common, ...state, output, ...(usage === undefined ? {} : { usage }) };
  const events: Tagged[] = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...output.flatMap((item, output_index) => itemEvents(item, output_index)),
    { type: `response.${state.status}`, response },
  ];
  return {
    json: response,
    events: events.map((data, sequence_number) => event({ ...data, sequence_number }, data.type)),
  };
}

function outputOf({ answer, thinks, newId, said }: Speech, isEncrypted: boolean): Tagged[] {
  const thought: Tagged = {
    id: newId('rs_'),
    type: 'reasoning',
    summary: answer.thinking ? [{ type: 'summary_text', text: answer.thinking }] : [],
    ...(isEncrypted ? { encrypted_content: newId('encrypted') } : {}),
  };
  const calls = (answer.calls ?? []).map(({ tool, args }) => ({
    id: newId('fc_'),
    type: 'function_call',
    status: 'completed',
    call_id: newId('call_'),
    ...(answer.misshapen === 'no-function' ? {} : namedCall(tool)),
    arguments:
      typeof args === 'string' || answer.misshapen === 'object-arguments' ? args : JSON.stringify(args),
  }));
  for (const { id } of thinks ? calls : []) said.set(id, String(thought.id));
  const text = answer.end === 'refusal' ? (answer.text ?? 'I can’t help with that.') : answer.text;
  const part =
    answer.end === 'refusal'
      ? { type: 'refusal', refusal: text }
      : { type: 'output_text', text, annotations: [], logprobs: [] };
  const message = {
    id: newId('msg_'),
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [part],
  };
  const spoken = text === undefined ? calls : [message, ...calls];
  return thinks && spoken.length > 0 ? [thought, ...spoken] : spoken;
}

/** `server/open` is the tool `open` of the namespace `server`. */
function namedCall(tool: string): { name: string; namespace?: string } {
  const [name = '', namespace] = tool.split('/').reverse();
  return namespace === undefined ? { name } : { name, namespace };
}

function stateOf({ end, cut }: Answer) {
  const reason =
    end === 'filtered' ? 'content_filter' : cut || end === 'context-full' ? 'max_output_tokens' : null;
  const error = end === 'failed' ? { code: 'server_error', message: 'The model failed.' } : null;
  const status = error ? 'failed' : reason ? 'incomplete' : 'completed';
  return { status, error, incomplete_details: reason ? { reason } : null };
}

function itemEvents(item: Tagged, output_index: number): Tagged[] {
  const place = { item_id: item.id, output_index };
  const added = { type: 'response.output_item.added', output_index };
  const done = { type: 'response.output_item.done', output_index, item };
  if (item.type === 'function_call' && typeof item.arguments === 'string')
    return [
      { ...added, item: { ...item, status: 'in_progress', arguments: '' } },
      ...halves(item.arguments).map((delta) => ({
        type: 'response.function_call_arguments.delta',
        ...place,
        delta,
      })),
      { type: 'response.function_call_arguments.done', ...place, name: item.name, arguments: item.arguments },
      done,
    ];
  if (item.type !== 'message') return [{ ...added, item }, done];
  const [part] = item.content as Tagged[]; // a message of ours has one
  const key = part?.type === 'refusal' ? 'refusal' : 'text';
  const kind = part?.type === 'refusal' ? 'response.refusal' : 'response.output_text';
  const text = String(part?.[key]);
  const at = { ...place, content_index: 0 };
  return [
    { ...added, item: { ...item, status: 'in_progress', content: [] } },
    { type: 'response.content_part.added', ...at, part: { ...part, [key]: '' } },
    ...halves(text).map((delta) => ({ type: `${kind}.delta`, ...at, delta, logprobs: [] })),
    { type: `${kind}.done`, ...at, [key]: text, logprobs: [] },
    { type: 'response.content_part.done', ...at, part },
    done,
  ];
}
