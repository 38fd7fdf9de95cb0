import { CutAnswer, type Json, listOf, objectOf, textIn } from './api.ts';

const endless = () => new CutAnswer('the answer of the API broke off before its end');

/** One message from the events of Anthropic's stream. Throws `CutAnswer` without an end. */
export function joinMessages(events: readonly Json[]): Json {
  let message: Json = {};
  const blocks: Json[] = [];
  const inputs = new Map<number, string>();
  for (const { type, index: at, message: begun, content_block: block, delta, usage } of events) {
    const index = Number(at);
    if (type === 'message_start') message = objectOf(begun);
    else if (type === 'content_block_start') blocks[index] = objectOf(block);
    else if (type === 'content_block_delta') {
      const { partial_json: json, type: _, ...texts } = objectOf(delta);
      if (typeof json === 'string') inputs.set(index, (inputs.get(index) ?? '') + json);
      blocks[index] = withTexts(blocks[index] ?? {}, texts);
    } else if (type === 'message_delta')
      message = { ...message, ...objectOf(delta), usage: { ...objectOf(message.usage), ...objectOf(usage) } };
  }
  if (textIn(message.stop_reason) === null) throw endless();
  const content = blocks.map((block, index) => {
    const json = inputs.get(index);
    // Invalid JSON stays a text, so that the model gets an error.
    return json === undefined ? block : { ...block, input: parsed(json) };
  });
  return { ...message, content };
}

/** The answer in the last event of OpenAI's Responses stream. Throws `CutAnswer` without an end. */
export function joinResponses(events: readonly Json[]): Json {
  const end = events.findLast(({ type }) => /^response\.(completed|incomplete|failed)$/.test(String(type)));
  if (!end) throw endless();
  return objectOf(end.response);
}

/** One answer of chat completions from its chunks. Throws `CutAnswer` without an end. */
export function joinChat(events: readonly Json[]): Json {
  let whole: Json = {};
  let choice: Json = {};
  let message: Json = {};
  const calls: Json[] = [];
  for (const { choices, ...rest } of events) {
    whole = { ...whole, ...withoutNulls(rest) };
    for (const { delta, index = 0, ...end } of listOf(choices)) {
      if (index !== 0) continue;
      choice = { ...choice, ...withoutNulls(end) };
      const { tool_calls: parts, ...texts } = objectOf(delta);
      message = withTexts(message, texts);
      for (const part of listOf(parts)) addCall(calls, part);
    }
  }
  if (whole.error !== undefined) return whole;
  if (choice.finish_reason === undefined) throw endless();
  const called = calls.filter((call) => call !== undefined);
  return {
    ...whole,
    choices: [{ ...choice, message: { ...message, ...(called.length > 0 && { tool_calls: called }) } }],
  };
}

/** A part of a call continues the call with its index; some hosts send whole calls without an index. */
function addCall(calls: Json[], { index, function: part, ...rest }: Json): void {
  const at = typeof index === 'number' ? index : calls.length;
  const { function: before, ...call } = calls[at] ?? {};
  const isCalled = part !== undefined || before !== undefined;
  calls[at] = {
    ...withTexts(call, rest),
    ...(isCalled && { function: withTexts(objectOf(before), objectOf(part)) }),
  };
}

/** One answer of Google's from the parts of its stream. Throws `CutAnswer` without an end. */
export function joinGemini(events: readonly Json[]): Json {
  let whole: Json = {};
  let candidate: Json = {};
  const parts: Json[] = [];
  for (const { candidates, ...rest } of events) {
    whole = { ...whole, ...rest };
    const [first] = listOf(candidates);
    if (!first) continue;
    const { content, ...end } = first;
    candidate = { ...candidate, ...end, content: { ...objectOf(candidate.content), ...objectOf(content) } };
    for (const part of listOf(objectOf(content).parts)) addPart(parts, part);
  }
  const isBlocked = textIn(objectOf(whole.promptFeedback).blockReason) !== null;
  if (textIn(candidate.finishReason) === null && !isBlocked) throw endless();
  const content = { ...objectOf(candidate.content), parts };
  return isBlocked ? whole : { ...whole, candidates: [{ ...candidate, content }] };
}

/** A text continues the text before it, unless that is complete: a signature is at the end of a thought. */
function addPart(parts: Json[], part: Json): void {
  const last = parts.at(-1);
  const continues =
    typeof last?.text === 'string' &&
    typeof part.text === 'string' &&
    last.thought === part.thought &&
    last.thoughtSignature === undefined;
  if (continues) parts.push({ ...parts.pop(), ...part, text: `${last.text}${part.text}` });
  else parts.push(part);
}

/** Texts and lists are continued; other values are replaced. */
function withTexts(before: Json, more: Json): Json {
  const joined = Object.entries(withoutNulls(more)).map(([name, value]) => {
    const known = before[name];
    if (typeof known === 'string' && typeof value === 'string')
      // Some hosts repeat these in every part, or send them empty.
      return [name, /^(role|id|type|name)$/.test(name) ? value || known : known + value];
    return [name, Array.isArray(known) && Array.isArray(value) ? withItems(known, value) : value];
  });
  return { ...before, ...Object.fromEntries(joined) };
}

/** An item with the index of an earlier one continues it. */
function withItems(before: readonly unknown[], more: readonly unknown[]): unknown[] {
  const joined = [...before];
  for (const item of more) {
    const { index } = objectOf(item);
    const at = index === undefined ? -1 : joined.findIndex((each) => objectOf(each).index === index);
    if (at === -1) joined.push(item);
    else joined[at] = withTexts(objectOf(joined[at]), objectOf(item));
  }
  return joined;
}

function withoutNulls(object: Json): Json {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json || '{}');
  } catch {
    return json;
  }
}
