import { chat } from './chat.ts';
import type { Dialect } from './dialect.ts';
import { gemini } from './gemini.ts';
import { messages } from './messages.ts';
import { responses } from './responses.ts';

export const dialects: readonly Dialect[] = [messages, responses, chat, gemini];
