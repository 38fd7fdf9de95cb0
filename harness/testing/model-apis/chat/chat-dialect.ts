import { z } from 'zod';
import type { Definition } from '../wire/dialect.ts';
import { type ChatBody, type Message, piecesOf, textOf } from './request.ts';

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
