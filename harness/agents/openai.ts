import { UserError } from '../platform/errors/user-error.ts';
import { chat } from './models/conversations/chat.ts';
import { responses } from './models/conversations/responses.ts';
import { modelAdapter } from './models/model-adapter.ts';
import { openai as vendor } from './models/vendors/openai.ts';

export const openai = modelAdapter({
  id: 'openai',
  summary:
    "a model of OpenAI's Responses API, or of any endpoint with chat completions, decides (costs money)",
  vendor,
  defaultModel: 'gpt-6.1-sol',
  conversationOf: ({ host }, { OPENAI_API: asked = '' }) => {
    if (!['', 'responses', 'chat'].includes(asked))
      throw new UserError(`OPENAI_API: found "${asked}"; allowed is responses or chat`);
    // OpenAI's own models call tools in the one, nearly all other hosts have but the other.
    return (asked || (host === null ? 'responses' : 'chat')) === 'chat' ? chat : responses;
  },
});
