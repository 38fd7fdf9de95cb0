import type { Usage } from '../usage.ts';
import { countIn, type Dialect, type Json, listOf, objectOf, textIn } from './dialect.ts';

/** Anthropic's Messages API. */
export const messages: Dialect = {
  id: 'messages',
  baseUrl: 'https://api.anthropic.com',
  upstreamPath: (path) => (/^\/v1\/(messages(\/count_tokens)?|models(\/.*)?)$/.test(path) ? path : null),
  isPaid: (path) => path === '/v1/messages',
  keyHeaders: (key) => ({ 'x-api-key': key }),
  asks: ({ model, max_tokens, tools, mcp_servers, messages: said }) => ({
    model: textIn(model) ?? '',
    maxOutput: countIn(max_tokens),
    serverTools: [
      // Tools of a client have no type, or `custom`, or one of those that it runs itself.
      ...[...listOf(tools), ...addedTools(said)].flatMap(({ type, name }) =>
        typeof type === 'string' && !/^(custom|bash|text_editor|computer|memory)(_|$)/.test(type)
          ? [textIn(name) ?? type]
          : [],
      ),
      ...listOf(mcp_servers).map(({ name }) => textIn(name) ?? 'mcp'),
    ],
  }),
  usageIn: (said, before) => {
    const reported = said.usage ?? objectOf(said.message).usage;
    if (reported === undefined || reported === null) return before;
    const usage = objectOf(reported);
    // The events of a stream add up: the last count of each kind holds.
    const count = (name: string, known: number | undefined) => countIn(usage[name]) ?? known ?? null;
    const input = count('input_tokens', before?.input);
    const output = count('output_tokens', before?.output);
    if (input === null || output === null) return before;
    return {
      input,
      output,
      cacheRead: count('cache_read_input_tokens', before?.cacheRead) ?? 0,
      cacheWrite: count('cache_creation_input_tokens', before?.cacheWrite) ?? 0,
    } satisfies Usage;
  },
  modelIn: ({ model, message }) => textIn(model) ?? textIn(objectOf(message).model),
  refusal: (message) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
};

/** Those that a message of the conversation brings: `tool_addition` of the SDK. */
function addedTools(said: unknown): Json[] {
  return listOf(said)
    .flatMap(({ content }) => listOf(content))
    .flatMap(({ type, tool }) => (type === 'tool_addition' ? [objectOf(objectOf(tool).definition)] : []));
}
