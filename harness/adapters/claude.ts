import { messages } from '../model/conversations/messages.ts';
import { modelAdapter } from '../model/model-adapter.ts';

export const claude = modelAdapter({
  id: 'claude',
  summary: "a model of Anthropic's Messages API decides (costs money)",
  keyVariable: 'ANTHROPIC_API_KEY',
  baseUrlVariable: 'ANTHROPIC_BASE_URL',
  baseUrl: messages.dialect.baseUrl,
  defaultModel: 'claude-sonnet-5-5',
  // Their general rule; models of a lower rate are in the table.
  cacheRates: (input) => ({ cacheWrite: input * 1.25, cacheRead: input * 0.1 }),
  conversationOf: () => messages,
});
