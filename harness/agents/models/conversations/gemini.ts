import { type Json, listOf, objectOf, textIn } from '../proxy/dialects/dialect.ts';
import { gemini as dialect } from '../proxy/dialects/gemini.ts';
import {
  type Ask,
  type Conversation,
  CutAnswer,
  type Entry,
  type ModelTurn,
  type ShownAnswer,
} from './conversation.ts';
import { readArguments } from './read-arguments.ts';

/** Google's generateContent. */
export const gemini: Conversation = {
  dialect,
  path: (model) => `/v1beta/models/${encodeURIComponent(model)}:generateContent`,
  build: ({ maxTokens, effort, system, tools, entries }: Ask) => ({
    systemInstruction: { parts: [{ text: system }] },
    tools: [
      {
        functionDeclarations: tools.map(({ name, description, schema }) => ({
          name,
          description: description ?? name,
          parametersJsonSchema: schema,
        })),
      },
    ],
    contents: entries.map(contentOf),
    generationConfig: {
      maxOutputTokens: maxTokens,
      ...(effort === null ? {} : { thinkingConfig: { thinkingLevel: effort } }),
    },
  }),
  read,
};

function contentOf(entry: Entry): Json {
  if (entry.from === 'user') return { role: 'user', parts: [{ text: entry.text }] };
  // As it came: the signature of a thought must come back with its call.
  if (entry.from === 'model') return objectOf(entry.said);
  const images = entry.answers.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.type === 'image' ? [{ inlineData: { mimeType: block.mimeType, data: block.data } }] : [],
    ),
  );
  return { role: 'user', parts: [...entry.answers.map(functionResponse), ...images] };
}

function functionResponse({ id, tool, isError, blocks }: ShownAnswer): Json {
  const text = blocks.map((block) => (block.type === 'text' ? block.text : '(the image follows)')).join('\n');
  return {
    functionResponse: {
      ...(id.startsWith(unnamed) ? {} : { id }),
      name: tool,
      response: isError ? { error: text } : { output: text },
    },
  };
}

/** Calls have an id only with newer models; the others go by their order. */
const unnamed = 'unnamed-';

function read({ candidates, promptFeedback }: Json): ModelTurn {
  const [candidate] = listOf(candidates);
  const blocked = textIn(objectOf(promptFeedback).blockReason);
  if (!candidate) {
    if (blocked) return { said: null, text: '', calls: [], end: 'refusal', stopReason: blocked };
    throw new CutAnswer('the answer of the API holds no candidate');
  }
  const content = objectOf(candidate.content);
  const parts = listOf(content.parts);
  const calls = parts.flatMap(({ functionCall }, index) => {
    if (functionCall === undefined) return [];
    const { id, name, args } = objectOf(functionCall);
    return [{ id: textIn(id) ?? `${unnamed}${index}`, tool: textIn(name) ?? '', ...readArguments(args) }];
  });
  const reason = textIn(candidate.finishReason);
  const explained = textIn(candidate.finishMessage);
  return {
    said: parts.length > 0 ? { ...content, role: 'model' } : null,
    text: parts.flatMap(({ text }) => textIn(text) ?? []).join('\n'),
    calls,
    end: endOf(reason, calls.length > 0),
    stopReason: reason && explained ? `${reason}: ${explained}` : reason,
  };
}

function endOf(reason: string | null, hasCalls: boolean): ModelTurn['end'] {
  if (reason === 'MAX_TOKENS') return 'cut';
  if (/SAFETY|RECITATION|PROHIBITED_CONTENT|BLOCKLIST|SPII/.test(reason ?? '')) return 'refusal';
  if (/MALFORMED|UNEXPECTED_TOOL_CALL|OTHER|TOO_MANY_TOOL_CALLS|MISSING_THOUGHT/.test(reason ?? ''))
    return 'error';
  return hasCalls ? 'calls' : 'text';
}
