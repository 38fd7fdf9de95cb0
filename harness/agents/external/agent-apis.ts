import { UserError } from '../../platform/errors/user-error.ts';
import type { Agent } from '../clis/agent.ts';
import { chat } from '../models/proxy/dialects/chat.ts';
import { gemini } from '../models/proxy/dialects/gemini.ts';
import { messages } from '../models/proxy/dialects/messages.ts';
import { responses } from '../models/proxy/dialects/responses.ts';
import { anthropic } from '../models/vendors/anthropic.ts';
import { google } from '../models/vendors/google.ts';
import { openai } from '../models/vendors/openai.ts';
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
