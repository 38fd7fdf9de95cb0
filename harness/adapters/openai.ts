import { UserError } from '../errors/user-error.ts';
import { chat } from '../model/conversations/chat.ts';
import { responses } from '../model/conversations/responses.ts';
import { modelAdapter } from '../model/model-adapter.ts';

export const openai = modelAdapter({
  id: 'openai',
  summary:
    "a model of OpenAI's Responses API, or of any endpoint with chat completions, decides (costs money)",
  keyVariable: 'OPENAI_API_KEY',
  baseUrlVariable: 'OPENAI_BASE_URL',
  baseUrl: responses.dialect.baseUrl,
  defaultModel: 'gpt-6.1-sol',
  // Endpoints differ: without a rate of their own, cached tokens cost what others do.
  cacheRates: (input) => ({ cacheWrite: input, cacheRead: input }),
  conversationOf: ({ host }, { OPENAI_API: asked = '' }) => {
    if (!['', 'responses', 'chat'].includes(asked))
      throw new UserError(`OPENAI_API: found "${asked}"; allowed is responses or chat`);
    // OpenAI's own models call tools in the one, nearly all other hosts have but the other.
    return (asked || (host === null ? 'responses' : 'chat')) === 'chat' ? chat : responses;
  },
});
