import { openaiRefusal } from './chat.ts';
import { bearer, countIn, type Dialect, type Json, listOf, objectOf, textIn } from './dialect.ts';

/** What a client runs itself; all other types of tools are run by the vendor. */
const ofClient = new Set(['function', 'custom', 'local_shell', 'apply_patch', 'shell', 'tool_search']);

/** OpenAI's Responses API. */
export const responses: Dialect = {
  id: 'responses',
  baseUrl: 'https://api.openai.com/v1',
  upstreamPath: (path) =>
    /^(?:\/v1)?(\/responses(?:\/input_tokens)?|\/models(?:\/.*)?)$/.exec(path)?.[1] ?? null,
  isPaid: (path) => path.endsWith('/responses'),
  keyHeaders: bearer,
  asks: ({ model, max_output_tokens, tools, input }) => ({
    model: textIn(model) ?? '',
    maxOutput: countIn(max_output_tokens),
    // A conversation may bring tools too: Codex has all of its own in an item `additional_tools`.
    serverTools: [tools, ...listOf(input).map((item) => item.tools)].flatMap(serverTools),
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

function serverTools(tools: unknown): string[] {
  return listOf(tools).flatMap(({ type, tools: ofNamespace, environment }) => {
    if (type === 'namespace') return serverTools(ofNamespace);
    if (typeof type !== 'string' || (ofClient.has(type) && !isHosted(objectOf(environment)))) return [];
    return [type];
  });
}

/** A shell in a container of the vendor's. */
function isHosted({ type }: Json): boolean {
  return typeof type === 'string' && type !== 'local';
}
