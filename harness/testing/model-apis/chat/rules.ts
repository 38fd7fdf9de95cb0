import { z } from 'zod';
import { jsonOrUndefined } from '../../../platform/errors/json.ts';
import type { Definition } from '../wire/api-format.ts';
import { pngOf } from '../wire/image.ts';
import { bearerOf, type Example, firstFound, type Values, type VendorView } from '../wire/refusal.ts';
import { type RequestView, type RowMaker, type Rule, rowsOf } from '../wire/rules.ts';
import { type ChatBody, callsOf, dataOf, imagesOf, type Message, piecesOf, textOf } from './request.ts';

type ChatVendor = Pick<RequestView<ChatBody>, 'bad'> &
  Partial<RequestView<ChatBody>> & { output?: 'max_tokens' | 'max_completion_tokens' };

/** The rows of one vendor of chat completions. */
export function chatRows({ output = 'max_tokens', ...vendor }: ChatVendor): RowMaker<ChatBody> {
  return rowsOf<ChatBody>(
    {
      keyHeader: 'authorization',
      keyOf: bearerOf,
      pathOf: (path) => path.join('.'),
      toolsOf: ({ tools = [] }) => tools.map((tool) => tool.function),
      toolName: /^[a-zA-Z0-9_-]+$/,
      longestToolName: 64,
      notAtTop: [],
      imagesOf: (body) =>
        imagesOf(body).flatMap(({ url, ...place }) =>
          url.startsWith('data:') ? [{ ...place, data: dataOf(url) }] : [],
        ),
      addImage,
      outputOf: (body) => body[output],
      limitOutput: (body, tokens) => Object.assign(body, { [output]: tokens }),
      effortOf: ({ reasoning_effort: effort }) => effort,
      fill: ({ messages: [first] }, content) => first && Object.assign(first, { content }),
      ...vendor,
    },
    chatRules,
  );
}

/** The calls of the first message whose answers do not follow. */
function openCalls({ messages }: ChatBody): Values | null {
  return firstFound(messages, (message, index) => {
    const end = messages.findIndex(({ role }, at) => at > index && role !== 'tool');
    const answers = messages.slice(index + 1, end === -1 ? undefined : end);
    const answered = answers.flatMap((each) => (each.role === 'tool' ? [each.tool_call_id] : []));
    const open = callsOf(message).filter((id) => !answered.includes(id));
    return open.length > 0
      ? { ids: open.join(', '), asked: callsOf(message).length, answered: answered.length }
      : null;
  });
}

/** A message of a tool that no call asked for. */
function strayAnswer({ messages }: ChatBody): Values | null {
  return firstFound(messages, (message, index) => {
    const asker = messages.slice(0, index).findLast(({ role }) => role !== 'tool');
    return message.role === 'tool' && !callsOf(asker).includes(message.tool_call_id) ? { index } : null;
  });
}

/** What was asked for in all, where it does not fit. */
export function overWindow(body: ChatBody, { promptTokens, model }: VendorView): Values | null {
  const output = body.max_completion_tokens ?? body.max_tokens ?? 0;
  const tokens = promptTokens + output;
  return tokens > model.window ? { tokens, prompt: promptTokens, output, most: model.window } : null;
}

export function setField(field: string, value: unknown) {
  return ({ body }: Example<ChatBody>) => Object.assign(body, { [field]: value });
}

function changeCalls(change: (called: { name: string; arguments: string }) => unknown) {
  return ({ body }: Example<ChatBody>) => {
    for (const message of body.messages)
      if (message.role === 'assistant') for (const call of message.tool_calls ?? []) change(call.function);
  };
}

/** After a message of the model, for vendors that are particular about what follows a tool's answer. */
export function addImage(body: ChatBody, type: string, data: string, role: 'user' | 'tool' = 'user'): void {
  const content = [{ type: 'image_url' as const, image_url: { url: `data:${type};base64,${data}` } }];
  const last = body.messages.at(-1);
  if (role === 'tool' && last?.role === 'tool') last.content = content;
  else body.messages.push({ role: 'assistant', content: 'I see.' }, { role: 'user', content });
}

/** What vendors of chat completions look for alike; what each then says is its own. */
const chatRules: Record<string, Rule<ChatBody>> = {
  'wrong-form': {
    refuses: 'a missing field, or a value of the wrong type',
    shape: ({ path, expected }) => ({ path: path.join('.'), expected }),
    breaks: setField('messages', 'Go.'),
  },
  image: { breaks: ({ body }) => addImage(body, 'image/png', pngOf(8, 8)) },
  'called-name': {
    refuses: 'an earlier tool call whose tool name has characters that are not allowed',
    found: ({ messages }) =>
      firstFound(messages, (message, index) =>
        firstFound(message.role === 'assistant' ? (message.tool_calls ?? []) : [], (call, at) =>
          /^[a-zA-Z0-9_-]+$/.test(call.function.name) ? null : { index, at },
        ),
      ),
    breaks: changeCalls((called) => Object.assign(called, { name: 'open a page' })),
  },
  'call-arguments': {
    refuses: 'an earlier tool call whose arguments are not a JSON object',
    found: ({ messages }) =>
      firstFound(messages, (message, index) =>
        firstFound(message.role === 'assistant' ? (message.tool_calls ?? []) : [], ({ function: called }) => {
          const isObject = z
            .record(z.string(), z.unknown())
            .safeParse(jsonOrUndefined(called.arguments)).success;
          const at = called.arguments.length;
          return isObject ? null : { index, at, column: at + 1 };
        }),
      ),
    breaks: changeCalls((called) => Object.assign(called, { arguments: '{"url": ' })),
  },
  'unanswered-call': {
    refuses: 'a tool call that is not followed by its result',
    found: openCalls,
    breaks: ({ body }) => {
      const left = body.messages.filter(({ role }) => role !== 'tool');
      return Object.assign(body, { messages: [...left, { role: 'user', content: 'Go on.' }] });
    },
  },
  'answer-without-call': {
    refuses: 'a tool result without a tool call',
    found: strayAnswer,
    breaks: ({ body }) => body.messages.push({ role: 'tool', tool_call_id: 'nobodys00', content: 'late' }),
  },
  'prompt-too-long': {
    refuses: 'a prompt that, together with the requested output, is too long for the model’s context window',
    found: overWindow,
  },
  'rate-limit': { refuses: 'too many requests in a short time' },
};

const tool = {
  type: 'function' as const,
  function: {
    name: 'open',
    description: 'Opens a page.',
    parameters: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
  },
};

const Answered = z.looseObject({
  choices: z.tuple([
    z.looseObject({
      message: z.looseObject({
        role: z.literal('assistant'),
        tool_calls: z.array(z.looseObject({ id: z.string() })),
      }),
    }),
  ]),
});

/** What all vendors of chat completions have in common. */
export function chatParts(path: string, genuine: Partial<ChatBody> & { model: string }) {
  return {
    modelOf: ({ model }) => model,
    thinks: ({ thinking, reasoning_effort: effort }) => thinking?.type !== 'disabled' && effort !== 'none',
    hear: (body) => ({
      tools: (body.tools ?? []).map(({ function: { name } }) => name),
      answers: body.messages.flatMap(({ role, content }) => (role === 'tool' ? [textOf(content)] : [])),
      pieces: piecesOf(body),
      stream: body.stream ?? false,
    }),
    genuine: {
      first: (key) => ({
        path,
        headers: { authorization: `Bearer ${key}` },
        body: {
          messages: [
            { role: 'system', content: 'You drive a browser.' },
            { role: 'user', content: 'Go to a.test.' },
          ],
          tools: [tool],
          ...genuine,
        },
      }),
      next: (first, answer) => {
        const { message } = Answered.parse(answer).choices[0];
        // As it came: the message of the vendor is sent back whole.
        const said = message as unknown as Message;
        const answers = message.tool_calls.map(
          ({ id }): Message => ({ role: 'tool', tool_call_id: id, content: 'opened' }),
        );
        return { ...first, body: { ...first.body, messages: [...first.body.messages, said, ...answers] } };
      },
    },
  } satisfies Partial<Definition<ChatBody>>;
}
