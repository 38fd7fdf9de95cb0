import { messages } from '../model/conversations/messages.ts';
import { modelAdapter } from '../model/model-adapter.ts';
import { anthropic } from '../model/vendors/anthropic.ts';

export const claude = modelAdapter({
  id: 'claude',
  summary: "a model of Anthropic's Messages API decides (costs money)",
  vendor: anthropic,
  defaultModel: 'claude-sonnet-5-5',
  conversationOf: () => messages,
});
