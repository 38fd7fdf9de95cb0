import type { Speech, Whole } from '../wire/api-format.ts';
import { event, halves, usageRecord } from '../wire/events.ts';
import { type Answer, isSilent } from '../wire/script.ts';
import { type MessagesBody, thoughtKey } from './request.ts';

type Tagged = { type: string; [key: string]: unknown };

export function messageAnswer(
  { answer, figures, thinks, model, newId, said }: Speech,
  { thinking: asked }: MessagesBody,
): Whole {
  const calls = (answer.calls ?? []).map(({ tool, args }) => ({
    type: 'tool_use',
    id: newId('toolu_'),
    ...(answer.misshapen === 'no-function' ? {} : { name: tool }),
    input: args,
  }));
  // Thoughts are left out unless they are asked for; their signature stays.
  const thinking = asked?.display === 'summarized' ? (answer.thinking ?? '') : '';
  const thought = { type: 'thinking', thinking, signature: `sig_${newId('')}` };
  if (thinks && calls[0]) said.set(calls[0].id, thoughtKey(thought));
  const content: Tagged[] = [
    ...(thinks && !isSilent(answer) ? [thought] : []),
    ...(answer.text === undefined ? [] : [{ type: 'text', text: answer.text }]),
    ...calls,
  ];
  const usage = usageRecord(answer.usage, {
    input_tokens: figures.input,
    output_tokens: figures.output,
    cache_read_input_tokens: figures.cacheRead,
    cache_creation_input_tokens: figures.cacheWrite,
    output_tokens_details: { thinking_tokens: figures.reasoning },
  });
  const reason = stopReason(answer);
  const details =
    reason === 'refusal' ? { stop_details: { type: 'refusal', category: null, explanation: null } } : {};
  const reported = usage === undefined ? {} : { usage };
  const message = {
    id: newId('msg_'),
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: reason,
    stop_sequence: null,
    ...details,
    ...reported,
  };
  const start = { ...message, content: [], stop_reason: null };
  const named = (data: Tagged) => event(data, data.type);
  return {
    json: message,
    events: [
      named({ type: 'message_start', message: start }),
      named({ type: 'ping' }),
      ...content.flatMap((block, index) => blockEvents(block, index).map(named)),
      named({
        type: 'message_delta',
        delta: { stop_reason: reason, stop_sequence: null, ...details },
        ...reported,
      }),
      named({ type: 'message_stop' }),
    ],
  };
}

function stopReason({ end, cut, calls = [] }: Answer): string {
  if (end === 'refusal' || end === 'filtered') return 'refusal';
  if (end === 'pause') return 'pause_turn';
  if (end === 'context-full') return 'model_context_window_exceeded';
  if (cut) return 'max_tokens';
  return calls.length > 0 ? 'tool_use' : 'end_turn';
}

function blockEvents(block: Tagged, index: number): Tagged[] {
  const { begun, deltas } = partsOf(block);
  return [
    { type: 'content_block_start', index, content_block: begun },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

function partsOf(block: Tagged): { begun: Tagged; deltas: Tagged[] } {
  if (block.type === 'text')
    return {
      begun: { ...block, text: '' },
      deltas: halves(String(block.text)).map((text) => ({ type: 'text_delta', text })),
    };
  if (block.type === 'thinking')
    return {
      begun: { type: 'thinking', thinking: '', signature: '' },
      deltas: [
        ...halves(String(block.thinking)).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block.signature },
      ],
    };
  const json = typeof block.input === 'string' ? block.input : JSON.stringify(block.input);
  return {
    begun: { ...block, input: {} },
    deltas: halves(json).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
  };
}
