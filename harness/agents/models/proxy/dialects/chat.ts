import { bearer, countIn, type Dialect, type Json, listOf, objectOf, textIn } from './dialect.ts';

/** Chat completions, which OpenAI made and most others speak. */
export const chat: Dialect = {
  id: 'chat',
  baseUrl: 'https://api.openai.com/v1',
  upstreamPath: (path) => /^(?:\/v1)?(\/chat\/completions|\/models(?:\/.*)?)$/.exec(path)?.[1] ?? null,
  isPaid: (path) => path.endsWith('/chat/completions'),
  keyHeaders: bearer,
  asks: ({ model, max_completion_tokens, max_tokens, tools, web_search_options, plugins }) => ({
    model: textIn(model) ?? '',
    maxOutput: countIn(max_completion_tokens) ?? countIn(max_tokens),
    serverTools: [
      ...listOf(tools).flatMap(({ type }) =>
        typeof type === 'string' && type !== 'function' && type !== 'custom' ? [type] : [],
      ),
      ...(web_search_options ? ['web_search_options'] : []),
      ...listOf(plugins).map(({ id }) => textIn(id) ?? 'plugin'),
    ],
  }),
  usageIn: ({ usage }, before) => (usage ? (usageOf(objectOf(usage)) ?? before) : before),
  modelIn: ({ model }) => textIn(model),
  refusal: openaiRefusal,
};

/** Their prompt tokens have the cached ones among them. Some leave thinking out of the completion, but not of the total. */
function usageOf(usage: Json) {
  const prompt = countIn(usage.prompt_tokens);
  const completion = countIn(usage.completion_tokens);
  if (prompt === null || completion === null) return null;
  const details = objectOf(usage.prompt_tokens_details);
  const cacheRead = countIn(details.cached_tokens) ?? countIn(usage.prompt_cache_hit_tokens) ?? 0;
  const cacheWrite = countIn(details.cache_write_tokens) ?? 0;
  const output = Math.max(completion, (countIn(usage.total_tokens) ?? 0) - prompt);
  return { input: Math.max(0, prompt - cacheRead - cacheWrite), output, cacheRead, cacheWrite };
}

export function openaiRefusal(message: string): object {
  return { error: { message, type: 'invalid_request_error', param: null, code: null } };
}
