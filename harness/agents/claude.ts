import { messages } from './models/conversations/messages.ts';
import { modelAdapter } from './models/model-adapter.ts';
import { anthropic } from './models/vendors/anthropic.ts';

export const claude = modelAdapter({
  id: 'claude',
  summary: "a model of Anthropic's Messages API decides (costs money)",
  vendor: anthropic,
  defaultModel: 'claude-sonnet-5-5',
  conversationOf: () => messages,
});
