import type Anthropic from '@anthropic-ai/sdk';
import {
  type AskedCall,
  type Conversation,
  type ConversationOptions,
  CutAnswer,
  type ModelTurn,
  sdkRetries,
  sendBy,
} from '../model/conversation.ts';
import { modelAdapter } from '../model/model-adapter.ts';
import { shownAnswer } from '../model/shown-answer.ts';
import { textBytes } from '../model/text-bytes.ts';

export const claude = modelAdapter({
  id: 'claude',
  summary: "a model of Anthropic's Messages API decides (costs money)",
  api: 'messages',
  keyVariable: 'ANTHROPIC_API_KEY',
  baseUrlVariable: 'ANTHROPIC_BASE_URL',
  defaultModel: 'claude-sonnet-5-5',
  // Their general rule; models of a lower rate are in the table.
  cacheRates: (input) => ({ cacheWrite: input * 1.25, cacheRead: input * 0.1 }),
  converse: async (options) => {
    const { default: Client, APIError } = await import('@anthropic-ai/sdk');
    const client = new Client({
      apiKey: options.apiKey,
      authToken: null,
      baseURL: options.baseUrl,
      maxRetries: sdkRetries,
      fetch: options.fetch,
    });
    const send: Send = (body, signal) =>
      sendBy(APIError, signal, async () => client.messages.create(body, { signal }));
    return new ClaudeConversation(options, send);
  },
});

type Send = (
  body: Anthropic.MessageCreateParamsNonStreaming,
  signal: AbortSignal,
) => Promise<Anthropic.Message>;

/** Marks the end of what stays the same from request to request, so that it is read from a cache the next time. */
const cached = { cache_control: { type: 'ephemeral' } } as const;

class ClaudeConversation implements Conversation {
  private readonly fixed: Omit<Anthropic.MessageCreateParamsNonStreaming, 'messages'>;
  private readonly messages: Anthropic.MessageParam[];
  private readonly send: Send;
  private pending: unknown[];

  constructor({ model, maxTokens, system, prompt, tools }: ConversationOptions, send: Send) {
    this.send = send;
    this.fixed = {
      model,
      max_tokens: maxTokens,
      system: [{ type: 'text', text: system, ...cached }],
      tools: tools.map(({ name, description, inputSchema }, index) => ({
        name,
        ...(description === undefined ? {} : { description }),
        input_schema: inputSchema as Anthropic.Tool.InputSchema, // as the server gave it: an object by the protocol
        ...(index === tools.length - 1 ? cached : {}),
      })),
    };
    this.messages = [{ role: 'user', content: [{ type: 'text', text: prompt }] }];
    this.pending = [this.fixed, this.messages];
  }

  unsent() {
    return textBytes(this.pending);
  }

  async ask(signal: AbortSignal): Promise<ModelTurn> {
    const message = await this.send({ ...this.fixed, messages: withCacheMark(this.messages) }, signal);
    if (!Array.isArray(message.content)) throw new CutAnswer('the answer of the API is no message');
    const { content, usage, stop_reason: reason } = message;
    // Thinking included: the API wants it back as it came. Nothing is answered for a turn without content.
    if (content.length > 0) this.messages.push({ role: 'assistant', content });
    this.pending = usage ? [] : [...this.pending, content];
    const calls = content.flatMap((block) => (block.type === 'tool_use' ? [askedCall(block)] : []));
    return {
      calls,
      text: content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n'),
      end: reason === 'max_tokens' ? 'cut' : calls.length > 0 ? 'calls' : 'done',
      usage: usage
        ? {
            input: usage.input_tokens,
            output: usage.output_tokens,
            cacheRead: usage.cache_read_input_tokens ?? 0,
            cacheWrite: usage.cache_creation_input_tokens ?? 0,
          }
        : null,
    };
  }

  answer(answers: Parameters<Conversation['answer']>[0]): void {
    this.add(
      answers.map(({ id, answer }) => ({
        type: 'tool_result',
        tool_use_id: id,
        is_error: answer.isError,
        content: shownAnswer(answer).map((block) =>
          block.type === 'text'
            ? block
            : {
                type: 'image',
                source: {
                  type: 'base64',
                  media_type: block.mimeType as Anthropic.Base64ImageSource['media_type'], // the API says where it can't read one
                  data: block.data,
                },
              },
        ),
      })),
    );
  }

  say(text: string): void {
    this.add([{ type: 'text', text }]);
  }

  private add(content: Anthropic.ContentBlockParam[]): void {
    this.messages.push({ role: 'user', content });
    this.pending.push(content);
  }
}

function askedCall({ id, name, input }: Anthropic.ToolUseBlock): AskedCall {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  return {
    id,
    tool: name,
    // Whatever its keys hold, the server's schema is what judges it.
    ...(isObject
      ? { args: input as Record<string, unknown> }
      : { wrong: `the arguments must be an object; found ${JSON.stringify(input)}` }),
  };
}

/** The conversation so far is read from the cache too. */
function withCacheMark(messages: readonly Anthropic.MessageParam[]): Anthropic.MessageParam[] {
  return messages.map((message, index) => {
    if (index < messages.length - 1 || typeof message.content === 'string') return message;
    const last = message.content.length - 1;
    const content = message.content.map((block, at) => (at === last ? { ...block, ...cached } : block));
    return { ...message, content } as Anthropic.MessageParam; // the last block is one of ours
  });
}
