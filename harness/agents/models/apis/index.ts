import { UserError } from '../../../platform/errors/user-error.ts';
import type { Api } from './api.ts';
import { chat } from './chat.ts';
import { gemini } from './gemini.ts';
import { messages } from './messages.ts';
import { responses } from './responses.ts';

/** Of a vendor with several, its own hosts are asked over the first, and any other host over the last. */
export const apis: readonly Api[] = [messages, responses, chat, gemini];

/** The API of a model that is known by its name. Throws `UserError`. */
export function apiOfModel(model: string): Api {
  const found = apis.find(({ models }) => models?.test(model));
  if (found) return found;
  throw new UserError(
    `--model ${model}: whose API that is is not known by its name; say it in the agent's file as "api", one of ${apis.map(({ id }) => id).join(', ')}`,
  );
}
