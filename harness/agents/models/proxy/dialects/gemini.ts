import { countIn, type Dialect, listOf, objectOf, textIn } from './dialect.ts';

const modelPath =
  /^(\/v1(?:beta|alpha)?)\/models\/([^/:]+):(generateContent|streamGenerateContent|countTokens)$/;

/** Google's Gemini API. */
export const gemini: Dialect = {
  id: 'gemini',
  baseUrl: 'https://generativelanguage.googleapis.com',
  upstreamPath: (path) =>
    modelPath.test(path) || /^\/v1(beta)?\/models(\/[^/:]+)?$/.test(path) ? path : null,
  isPaid: (path) => /:(generateContent|streamGenerateContent)$/.test(path),
  keyHeaders: (key) => ({ 'x-goog-api-key': key }),
  asks: ({ generationConfig, generation_config, tools }, path) => {
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
    if (prompt === null || (total === null && spoken === null && thought === null)) return before;
    const cacheRead = countIn(usage.cachedContentTokenCount) ?? 0;
    const used = prompt + (countIn(usage.toolUsePromptTokenCount) ?? 0);
    const output = Math.max((spoken ?? 0) + (thought ?? 0), (total ?? 0) - used);
    return { input: Math.max(0, used - cacheRead), output, cacheRead, cacheWrite: 0 };
  },
  modelIn: ({ modelVersion }) => textIn(modelVersion),
  refusal: (message) => ({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }),
};
