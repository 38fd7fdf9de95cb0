import { plainName } from '../model-tools.ts';
import { each, only, onlyFields, words } from './allowed.ts';
import {
  type Api,
  CutAnswer,
  countIn,
  countsIn,
  type Entry,
  type Faults,
  type Json,
  listOf,
  type ModelTurn,
  objectOf,
  readArguments,
  type ShownAnswer,
  sampled,
  sentArguments,
  textIn,
  type Vendor,
} from './api.ts';
import { joinGemini } from './join-events.ts';

const google: Vendor = {
  id: 'google',
  keyVariable: 'GEMINI_API_KEY',
  baseUrlVariable: 'GOOGLE_GEMINI_BASE_URL',
  baseUrl: 'https://generativelanguage.googleapis.com',
  cacheRates: (input) => ({ cacheWrite: input, cacheRead: input }),
  tiers: { flex: 0.5, batch: 0.5, priority: 1.8 },
  agent: {
    id: 'gemini',
    summary: "a model of Google's Gemini API decides (costs money)",
    defaultModel: 'gemini-3.8-flash',
  },
};

const modelPath =
  /^(\/v1(?:beta|alpha)?)\/models\/(\w[\w.-]*):(generateContent|streamGenerateContent|countTokens)$/;

/** Google's generateContent. */
export const gemini: Api = {
  id: 'gemini',
  vendor: google,
  models: /^gemini-/,
  path: (model) => `/v1beta/models/${encodeURIComponent(model)}:generateContent`,
  build: ({ maxTokens, effort, sampling, system, tools, entries }) => ({
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
      ...sampled(sampling),
      ...(effort === null ? {} : { thinkingConfig: { thinkingLevel: effort } }),
    },
  }),
  stream: {
    path: (model) => `/v1beta/models/${encodeURIComponent(model)}:streamGenerateContent?alt=sse`,
    fields: () => ({}),
    join: joinGemini,
  },
  sampling: () => ({ temperature: true, seed: true }),
  forcedCalls: () => ({ toolConfig: { functionCallingConfig: { mode: 'ANY' } } }),
  read,
  upstreamPath: (path) =>
    modelPath.test(path) || /^\/v1(beta)?\/models(\/\w[\w.-]*)?$/.test(path) ? path : null,
  isPaid: (path) => /:(generateContent|streamGenerateContent)$/.test(path),
  isLookup: (path) => !modelPath.test(path),
  keyHeaders: (key) => ({ 'x-goog-api-key': key }),
  summary: ({ generationConfig, generation_config }, path) => {
    const config = objectOf(generationConfig ?? generation_config);
    return {
      model: modelPath.exec(path)?.[2] ?? '',
      maxOutput: countIn(config.maxOutputTokens ?? config.max_output_tokens),
    };
  },
  allowed: {
    fields:
      inBothSpellings(`contents tools toolConfig systemInstruction generationConfig safetySettings labels
      serviceTier store model generateContentRequest`),
    query: { alt: /^(sse|json)$/, pageSize: /^\d+$/, pageToken: /^[\w=-]+$/ },
    look: lookAt,
  },
  // Each event of a stream has the totals so far.
  usageIn: ({ usageMetadata }, before) => {
    if (!usageMetadata) return before;
    const usage = objectOf(usageMetadata);
    const prompt = countIn(usage.promptTokenCount);
    const total = countIn(usage.totalTokenCount);
    const spoken = countIn(usage.candidatesTokenCount);
    const thought = countIn(usage.thoughtsTokenCount);
    if (!prompt && spoken === null && thought === null) return before;
    const { extra, unsaid } = countsIn(usage);
    if (!prompt) unsaid.push('promptTokenCount');
    // The count of thoughts is missing if it is 0. Without the total as well it is unknown.
    if (total === null && (spoken === null || thought === null)) unsaid.push('totalTokenCount');
    const cacheRead = extra('cachedContentTokenCount');
    const used = (prompt ?? 0) + extra('toolUsePromptTokenCount');
    const output = Math.max((spoken ?? 0) + (thought ?? 0), prompt ? (total ?? 0) - used : 0);
    return { input: Math.max(0, used - cacheRead), output, cacheRead, cacheWrite: 0, unsaid };
  },
  tierIn: ({ usageMetadata }) => {
    const { serviceTier, trafficType } = objectOf(usageMetadata);
    return (textIn(serviceTier) ?? textIn(trafficType))?.replace(/^ON_DEMAND_/i, '').toLowerCase() ?? null;
  },
  modelIn: ({ modelVersion }) => textIn(modelVersion),
  refusal: (message) => ({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }),
};

/** The API also accepts the protocol's field names: `function_call` for `functionCall`. */
function inBothSpellings(text: string): ReadonlySet<string> {
  const camel = [...words(text)];
  return new Set([
    ...camel,
    ...camel.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
  ]);
}

/** A field under either of its names. Both at once are rejected, because it is unknown which one the vendor reads. */
function either(object: Json, name: string, at: string, faults: Faults): unknown {
  const [camel = name, snake = name] = inBothSpellings(name);
  if (snake !== camel && camel in object && snake in object)
    faults.others.push(`${at}${camel}: got it twice, also as ${snake}; expected it once`);
  return object[camel] ?? object[snake];
}

const parts = inBothSpellings(
  'text thought thoughtSignature inlineData functionCall functionResponse mediaResolution videoMetadata partMetadata',
);
const declared = inBothSpellings('functionDeclarations');

function lookAt(body: Json, faults: Faults): void {
  for (const name of ['toolConfig', 'serviceTier']) either(body, name, '', faults);
  only('service_tier', body.service_tier, /^(standard|service_tier_standard)$/i, 'the standard tier', faults);
  each('tools', body.tools, faults, (tool, at) => {
    for (const kind of Object.keys(tool)) if (!declared.has(kind)) faults.serverTools.push(kind);
    each(
      `${at}.functionDeclarations`,
      either(tool, 'functionDeclarations', `${at}.`, faults),
      faults,
      () => {},
    );
  });
  const config = objectOf(either(body, 'generationConfig', '', faults));
  only('responseModalities', either(config, 'responseModalities', '', faults), /^text$/i, 'TEXT', faults);
  for (const name of ['speechConfig', 'imageConfig'])
    if (either(config, name, '', faults) !== undefined)
      faults.others.push(`generationConfig.${name}: got another kind of answer; expected text`);
  const look = (content: Json, at: string) => lookAtParts(content.parts, `${at}.parts`, faults);
  each('contents', body.contents, faults, look);
  look(objectOf(either(body, 'systemInstruction', '', faults)), 'systemInstruction');
  // A request that is only counted.
  const counted = either(body, 'generateContentRequest', '', faults);
  if (counted !== undefined) lookAt(objectOf(counted), faults);
}

function lookAtParts(list: unknown, where: string, faults: Faults): void {
  each(where, list, faults, (part, at) => {
    onlyFields(at, part, parts, faults);
    const mimeType = /^(image\/[\w.+-]+|text\/[\w.+-]+|application\/(pdf|json))$/;
    const inline = objectOf(either(part, 'inlineData', `${at}.`, faults));
    // Tokens of audio and video have other prices.
    only(
      `${at}.inlineData.mimeType`,
      either(inline, 'mimeType', `${at}.`, faults),
      mimeType,
      'a picture or a text',
      faults,
    );
    const response = objectOf(either(part, 'functionResponse', `${at}.`, faults));
    lookAtParts(response.parts, `${at}.functionResponse.parts`, faults);
  });
}

function contentOf(entry: Entry): Json {
  if (entry.from === 'user') return { role: 'user', parts: [{ text: entry.text }] };
  // Unchanged, because the signature of a thought must be sent back with its call.
  if (entry.from === 'model') return objectOf(entry.raw);
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
      name: plainName(tool || 'none'),
      response: isError ? { error: text } : { output: text },
    },
  };
}

/** Only newer models give calls an id; for others the order counts. */
const unnamed = 'unnamed-';

function read({ candidates, promptFeedback }: Json): ModelTurn {
  const [candidate] = listOf(candidates);
  const blocked = textIn(objectOf(promptFeedback).blockReason);
  if (!candidate) {
    if (blocked) return { raw: null, text: '', calls: [], end: 'refusal', stopReason: blocked };
    throw new CutAnswer('the answer of the API has no candidate');
  }
  const content = objectOf(candidate.content);
  const parts = listOf(content.parts);
  const calls = parts.flatMap(({ functionCall }, index) => {
    if (functionCall === undefined) return [];
    const { id, name, args } = objectOf(functionCall);
    return [{ id: textIn(id) ?? `${unnamed}${index}`, tool: textIn(name) ?? '', ...readArguments(args) }];
  });
  const kept = parts.flatMap(sentBack);
  const reason = textIn(candidate.finishReason);
  const explained = textIn(candidate.finishMessage);
  return {
    raw: kept.length > 0 ? { ...content, parts: kept, role: 'model' } : null,
    text: parts.flatMap(({ text }) => textIn(text) ?? []).join('\n'),
    calls,
    end: endOf(reason, calls.length > 0),
    stopReason: reason && explained ? `${reason}: ${explained}` : reason,
  };
}

/** Unchanged except for parts that the API rejects: an empty part, invalid arguments. */
function sentBack(part: Json): Json[] {
  const { text, functionCall, ...rest } = part;
  if (functionCall === undefined) return (text ?? '') === '' && Object.keys(rest).length === 0 ? [] : [part];
  const called = objectOf(functionCall);
  const sent = { ...called, name: plainName(textIn(called.name) ?? 'none') };
  return [
    {
      ...part,
      functionCall: called.args === undefined ? sent : { ...sent, args: sentArguments(called.args) },
    },
  ];
}

function endOf(reason: string | null, hasCalls: boolean): ModelTurn['end'] {
  if (reason === 'MAX_TOKENS') return 'cut';
  if (/SAFETY|RECITATION|PROHIBITED_CONTENT|BLOCKLIST|SPII/.test(reason ?? '')) return 'refusal';
  if (/MALFORMED|UNEXPECTED_TOOL_CALL|OTHER|TOO_MANY_TOOL_CALLS|MISSING_THOUGHT/.test(reason ?? ''))
    return 'error';
  return hasCalls ? 'calls' : 'text';
}
