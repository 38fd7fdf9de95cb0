import type OpenAI from 'openai';
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

export const openai = modelAdapter({
  id: 'openai',
  summary: 'a model behind any OpenAI-compatible chat-completions endpoint decides (costs money)',
  api: 'chat',
  keyVariable: 'OPENAI_API_KEY',
  baseUrlVariable: 'OPENAI_BASE_URL',
  defaultModel: 'gpt-6.1-sol',
  // Endpoints differ: without a rate of their own, cached tokens cost what others do.
  cacheRates: (input) => ({ cacheWrite: input, cacheRead: input }),
  converse: async (options) => {
    const { default: Client, APIError } = await import('openai');
    const client = new Client({
      apiKey: options.apiKey,
      baseURL: options.baseUrl,
      maxRetries: sdkRetries,
      fetch: options.fetch,
    });
    const send: Send = (body, signal) =>
      sendBy(APIError, signal, async () => client.chat.completions.create(body, { signal }));
    return new OpenaiConversation(options, send);
  },
});

type Send = (
  body: OpenAI.ChatCompletionCreateParamsNonStreaming,
  signal: AbortSignal,
) => Promise<OpenAI.ChatCompletion>;

class OpenaiConversation implements Conversation {
  private readonly fixed: Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, 'messages'>;
  private readonly messages: OpenAI.ChatCompletionMessageParam[];
  private readonly send: Send;
  private pending: unknown[];

  constructor({ model, maxTokens, system, prompt, tools }: ConversationOptions, send: Send) {
    this.send = send;
    this.fixed = {
      model,
      max_completion_tokens: maxTokens,
      tools: tools.map(({ name, description, inputSchema }) => ({
        type: 'function',
        function: { name, ...(description === undefined ? {} : { description }), parameters: inputSchema },
      })),
    };
    this.messages = [
      { role: 'system', content: system },
      { role: 'user', content: prompt },
    ];
    this.pending = [this.fixed, this.messages];
  }

  unsent() {
    return textBytes(this.pending);
  }

  async ask(signal: AbortSignal): Promise<ModelTurn> {
    const { choices, usage } = await this.send({ ...this.fixed, messages: this.messages }, signal);
    const choice = choices?.[0];
    if (!choice?.message) throw new CutAnswer('the answer of the API holds no message');
    const { message, finish_reason: reason } = choice;
    const { content, tool_calls: asked } = message;
    const said: OpenAI.ChatCompletionAssistantMessageParam = {
      role: 'assistant',
      content: content ?? null,
      ...(asked && asked.length > 0 ? { tool_calls: asked } : {}),
    };
    this.messages.push(said);
    this.pending = usage ? [] : [...this.pending, said];
    const calls = (asked ?? []).map(askedCall);
    return {
      calls,
      text: content ?? '',
      end: reason === 'length' ? 'cut' : calls.length > 0 ? 'calls' : 'done',
      usage: usage ? usageOf(usage) : null,
    };
  }

  /** Tool messages hold text alone: images follow in a message of the user. */
  answer(answers: Parameters<Conversation['answer']>[0]): void {
    const images: OpenAI.ChatCompletionContentPart[] = [];
    for (const { id, answer } of answers) {
      const texts: string[] = answer.isError ? ['Error:'] : [];
      for (const block of shownAnswer(answer)) {
        if (block.type === 'text') texts.push(block.text);
        else {
          texts.push('(the image follows)');
          images.push({
            type: 'image_url',
            image_url: { url: `data:${block.mimeType};base64,${block.data}` },
          });
        }
      }
      this.add({ role: 'tool', tool_call_id: id, content: texts.join('\n') });
    }
    if (images.length > 0) this.add({ role: 'user', content: images });
  }

  say(text: string): void {
    this.add({ role: 'user', content: text });
  }

  private add(message: OpenAI.ChatCompletionMessageParam): void {
    this.messages.push(message);
    this.pending.push(message);
  }
}

function askedCall(call: OpenAI.ChatCompletionMessageToolCall): AskedCall {
  const { id } = call;
  if (call.type === 'custom') return { id, tool: call.custom.name, wrong: 'this is no function' };
  const { name, arguments: json } = call.function;
  return { id, tool: name, ...parsedArguments(json) };
}

function parsedArguments(json: string): { args: Record<string, unknown> } | { wrong: string } {
  try {
    const args: unknown = JSON.parse(json || '{}');
    if (typeof args === 'object' && args !== null && !Array.isArray(args))
      // An object, by the check before.
      return { args: args as Record<string, unknown> };
  } catch {
    // Said below.
  }
  return { wrong: `the arguments must be a JSON object; found ${json.slice(0, 200)}` };
}

/** Their prompt tokens have the cached ones among them. */
function usageOf({ prompt_tokens, completion_tokens, prompt_tokens_details }: OpenAI.CompletionUsage) {
  const cacheRead = prompt_tokens_details?.cached_tokens ?? 0;
  const cacheWrite = prompt_tokens_details?.cache_write_tokens ?? 0;
  return {
    input: Math.max(0, prompt_tokens - cacheRead - cacheWrite),
    output: completion_tokens,
    cacheRead,
    cacheWrite,
  };
}
