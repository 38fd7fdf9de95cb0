import { anthropicMessages } from './anthropic-messages.ts';
import { deepseek } from './deepseek.ts';
import type { Dialect } from './dialect.ts';
import { gemini } from './gemini.ts';
import { mistral } from './mistral.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiResponses } from './openai-responses.ts';
import { openrouter } from './openrouter.ts';
import { vllm } from './vllm.ts';

/** The APIs of models that can be stood in for. */
export const dialects: readonly Dialect[] = [
  anthropicMessages,
  openaiResponses,
  openaiChat,
  deepseek,
  openrouter,
  mistral,
  vllm,
  gemini,
];
