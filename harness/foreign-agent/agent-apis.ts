import type { Agent } from '../agents/agent.ts';
import { UserError } from '../errors/user-error.ts';
import { anthropic } from '../model/vendors/anthropic.ts';
import { google } from '../model/vendors/google.ts';
import { openai } from '../model/vendors/openai.ts';
import { chat } from '../model-proxy/dialects/chat.ts';
import { gemini } from '../model-proxy/dialects/gemini.ts';
import { messages } from '../model-proxy/dialects/messages.ts';
import { responses } from '../model-proxy/dialects/responses.ts';
import type { AgentApi } from './agent-adapter.ts';

export const agentApis: Readonly<Record<Agent['api'], AgentApi>> = {
  messages: { vendor: anthropic, dialect: messages },
  responses: { vendor: openai, dialect: responses },
  chat: { vendor: openai, dialect: chat },
  gemini: { vendor: google, dialect: gemini },
};

const beginnings: readonly (readonly [RegExp, Agent['api']])[] = [
  [/^claude-/, 'messages'],
  [/^gpt-/, 'responses'],
  [/^gemini-/, 'gemini'],
];

/** Of an agent of one's own: by what its model is called. Throws `UserError`. */
export function apiOfModel(model: string): Agent['api'] {
  const found = beginnings.find(([beginning]) => beginning.test(model));
  if (found) return found[1];
  throw new UserError(
    `--model ${model}: whose API that is is not known by its name; say it in the agent's file as "api", one of ${Object.keys(agentApis).join(', ')}`,
  );
}
