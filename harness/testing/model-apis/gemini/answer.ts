import type { Speech, Whole } from '../wire/api-format.ts';
import { event, halves, usageRecord } from '../wire/events.ts';
import type { HttpRequest } from '../wire/refusal.ts';
import type { Answer } from '../wire/script.ts';
import type { GeminiBody } from './request.ts';

type Part = Record<string, unknown>;

export function geminiAnswer(spoken: Speech, body: GeminiBody, { query }: Pick<HttpRequest, 'query'>): Whole {
  const { answer, figures, model, newId } = spoken;
  const parts = partsOf(spoken, body.generationConfig?.thinkingConfig?.includeThoughts ?? false);
  const prompt = figures.input + figures.cacheRead + figures.cacheWrite;
  const usage = usageRecord(answer.usage, {
    promptTokenCount: prompt,
    // Thoughts are not among the candidates' tokens here.
    candidatesTokenCount: figures.output - figures.reasoning,
    totalTokenCount: prompt + figures.output,
    thoughtsTokenCount: figures.reasoning,
    cachedContentTokenCount: figures.cacheRead,
  });
  const rest = {
    ...(usage === undefined ? {} : { usageMetadata: usage }),
    modelVersion: model,
    responseId: newId('response'),
  };
  const reply = (said: Part[] | null, finishReason?: string) => ({
    candidates: [
      {
        ...(said ? { content: { role: 'model', parts: said } } : {}),
        ...(finishReason ? { finishReason } : {}),
        index: 0,
      },
    ],
    ...rest,
  });
  const blocked = { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, ...rest };
  const reason = finishReason(answer);
  const json = answer.end === 'refusal' ? blocked : reply(parts.length > 0 ? parts : null, reason);
  const chunks =
    answer.end === 'refusal'
      ? [blocked]
      : [...parts.flatMap(inChunks).map((part) => reply([part])), reply([{ text: '' }], reason)];
  if (query.get('alt') === 'sse') return { json, events: chunks.map((chunk) => event(chunk)) };
  const list = chunks.map((chunk, index) => `${index === 0 ? '[' : ',\r\n'}${JSON.stringify(chunk)}`);
  return { json, events: [...list, ']'], form: 'application/json' };
}

function partsOf({ answer, thinks, newId }: Speech, isShown: boolean): Part[] {
  const { text, thinking = 'I think.', calls = [], misshapen } = answer;
  const signed = (index: number) => (thinks && index === 0 ? { thoughtSignature: newId('signature') } : {});
  return [
    ...(thinks && isShown ? [{ text: thinking, thought: true }] : []),
    ...(text === undefined ? [] : [{ text }]),
    ...calls.map(({ tool, args }, index) => ({
      functionCall: { ...(misshapen === 'no-function' ? {} : { name: tool }), args },
      ...signed(index),
    })),
  ];
}

function finishReason({ end, cut }: Answer): string {
  if (end === 'filtered') return 'SAFETY';
  if (end === 'failed') return 'MALFORMED_FUNCTION_CALL';
  return cut || end === 'context-full' ? 'MAX_TOKENS' : 'STOP';
}

/** A text comes in two parts; a call comes whole. */
function inChunks(part: Part): Part[] {
  return typeof part.text === 'string' ? halves(part.text).map((text) => ({ ...part, text })) : [part];
}
