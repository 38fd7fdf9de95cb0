import { chat } from './chat.ts';
import type { Conversation } from './conversation.ts';
import { gemini } from './gemini.ts';
import { messages } from './messages.ts';
import { responses } from './responses.ts';

export const conversations: readonly Conversation[] = [messages, responses, chat, gemini];
