import { anthropicMessages } from '../stand-in-anthropic/anthropic-messages.ts';
import { deepseek } from '../stand-in-chat/deepseek.ts';
import { mistral } from '../stand-in-chat/mistral.ts';
import { openrouter } from '../stand-in-chat/openrouter.ts';
import { vllm } from '../stand-in-chat/vllm.ts';
import { gemini } from '../stand-in-gemini/gemini.ts';
import { openaiChat } from '../stand-in-openai/openai-chat.ts';
import { openaiResponses } from '../stand-in-openai/openai-responses.ts';
import type { Dialect } from '../stand-in-wire/dialect.ts';

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
