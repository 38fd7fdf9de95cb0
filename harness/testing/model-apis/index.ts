import { anthropicMessages } from './anthropic/anthropic-messages.ts';
import { deepseek } from './chat/deepseek.ts';
import { llamaServer } from './chat/llama-server.ts';
import { lmStudio } from './chat/lm-studio.ts';
import { mistral } from './chat/mistral.ts';
import { ollama } from './chat/ollama.ts';
import { openrouter } from './chat/openrouter.ts';
import { strictHosts } from './chat/strict-hosts.ts';
import { vllm } from './chat/vllm.ts';
import { gemini } from './gemini/gemini.ts';
import { openaiChat } from './openai/openai-chat.ts';
import { openaiResponses } from './openai/openai-responses.ts';
import type { ApiFormat } from './wire/api-format.ts';

/** The APIs of models that can be stood in for. */
export const apiFormats: readonly ApiFormat[] = [
  anthropicMessages,
  openaiResponses,
  openaiChat,
  deepseek,
  openrouter,
  mistral,
  vllm,
  ollama,
  lmStudio,
  llamaServer,
  strictHosts,
  gemini,
];
