import { UserError } from '../../../platform/errors/user-error.ts';
import type { Api } from './api.ts';
import { chat } from './chat.ts';
import { gemini } from './gemini.ts';
import { messages } from './messages.ts';
import { responses } from './responses.ts';

/** For a vendor with several APIs, the first is for its own hosts and the last for other hosts. */
export const apis: readonly Api[] = [messages, responses, chat, gemini];

/** The API for a model name. Throws `UserError`. */
export function apiOfModel(model: string): Api {
  const found = apis.find(({ models }) => models?.test(model));
  if (found) return found;
  throw new UserError(
    `--model ${model}: got a name of an unknown API; set "api" in the agent's file to one of ${apis.map(({ id }) => id).join(', ')}`,
  );
}
