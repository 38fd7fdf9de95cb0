import { openaiRefusal } from './chat.ts';
import { bearer, countIn, type Dialect, listOf, objectOf, textIn } from './dialect.ts';

/** What a client runs itself; all other types of tools are run by the vendor. */
const ofClient = new Set(['function', 'custom', 'namespace', 'local_shell', 'apply_patch', 'shell']);

/** OpenAI's Responses API. */
export const responses: Dialect = {
  id: 'responses',
  baseUrl: 'https://api.openai.com/v1',
  upstreamPath: (path) =>
    /^(?:\/v1)?(\/responses(?:\/input_tokens)?|\/models(?:\/.*)?)$/.exec(path)?.[1] ?? null,
  isPaid: (path) => path.endsWith('/responses'),
  keyHeaders: bearer,
  asks: ({ model, max_output_tokens, tools }) => ({
    model: textIn(model) ?? '',
    maxOutput: countIn(max_output_tokens),
    serverTools: listOf(tools).flatMap(({ type }) =>
      typeof type === 'string' && !ofClient.has(type) ? [type] : [],
    ),
  }),
  usageIn: (said, before) => {
    const reported = said.usage ?? objectOf(said.response).usage;
    if (!reported) return before;
    const usage = objectOf(reported);
    const prompt = countIn(usage.input_tokens);
    const output = countIn(usage.output_tokens);
    if (prompt === null || output === null) return before;
    const details = objectOf(usage.input_tokens_details);
    const cacheRead = countIn(details.cached_tokens) ?? 0;
    const cacheWrite = countIn(details.cache_write_tokens) ?? 0;
    return { input: Math.max(0, prompt - cacheRead - cacheWrite), output, cacheRead, cacheWrite };
  },
  modelIn: ({ model, response }) => textIn(model) ?? textIn(objectOf(response).model),
  refusal: openaiRefusal,
};
