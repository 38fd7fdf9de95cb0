import {
  type Api,
  CutAnswer,
  countIn,
  countsIn,
  type Entry,
  type Json,
  listOf,
  type ModelTurn,
  objectOf,
  readArguments,
  type ShownAnswer,
  textIn,
  type Vendor,
} from './api.ts';

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
  /^(\/v1(?:beta|alpha)?)\/models\/([^/:]+):(generateContent|streamGenerateContent|countTokens)$/;

/** Google's generateContent. */
export const gemini: Api = {
  id: 'gemini',
  vendor: google,
  models: /^gemini-/,
  path: (model) => `/v1beta/models/${encodeURIComponent(model)}:generateContent`,
  build: ({ maxTokens, effort, system, tools, entries }) => ({
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
  upstreamPath: (path) =>
    modelPath.test(path) || /^\/v1(beta)?\/models(\/[^/:]+)?$/.test(path) ? path : null,
  isPaid: (path) => /:(generateContent|streamGenerateContent)$/.test(path),
  keyHeaders: (key) => ({ 'x-goog-api-key': key }),
  summary: ({ generationConfig, generation_config, tools }, path) => {
    const config = objectOf(generationConfig ?? generation_config);
    return {
      model: modelPath.exec(path)?.[2] ?? '',
      maxOutput: countIn(config.maxOutputTokens ?? config.max_output_tokens),
      serverTools: listOf(tools).flatMap((tool) =>
        Object.keys(tool).filter((kind) => !/^function_?declarations$/i.test(kind)),
      ),
    };
  },
  // Each event of a stream has the counts so far.
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
    // Thoughts are left out where there are none; without them and the total nothing says that there were none.
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

function contentOf(entry: Entry): Json {
  if (entry.from === 'user') return { role: 'user', parts: [{ text: entry.text }] };
  // As it came: the signature of a thought must come back with its call.
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
    if (blocked) return { raw: null, text: '', calls: [], end: 'refusal', stopReason: blocked };
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
    raw: parts.length > 0 ? { ...content, role: 'model' } : null,
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
