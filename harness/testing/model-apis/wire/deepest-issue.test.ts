import { expect, test } from 'vitest';
import { MessagesBody, taggedPath } from '../anthropic/request.ts';
import { ChatBody } from '../chat/request.ts';
import { GeminiBody, protoPath } from '../gemini/request.ts';
import { ResponsesBody } from '../openai/request.ts';
import { bracketed, deepestIssue } from './deepest-issue.ts';

const png = { type: 'base64', media_type: 'image/png', data: '', size: 3 };

test.each([
  [
    'the fields of a block, its type within the path',
    MessagesBody,
    {
      model: 'm',
      max_tokens: 9,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Go.', index: 0 }] }],
    },
    taggedPath,
    'messages.0.content.0.text.index',
  ],
  [
    'the fields of an image within an answer',
    MessagesBody,
    {
      model: 'm',
      max_tokens: 9,
      messages: [
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'image', source: png }] }],
        },
      ],
    },
    taggedPath,
    'messages.0.content.0.tool_result.content.0.image.source.size',
  ],
  [
    'what an SDK added to an item',
    ResponsesBody,
    {
      model: 'm',
      input: [{ type: 'function_call', call_id: 'c', name: 'n', arguments: '', parsed_arguments: {} }],
    },
    bracketed,
    'input[0].parsed_arguments',
  ],
  [
    'the fields of a part',
    ChatBody,
    { model: 'm', messages: [{ role: 'user', content: [{ type: 'text', text: 'Go.', id: 1 }] }] },
    bracketed,
    'messages[0].content[0].id',
  ],
  [
    'a keyword deep in a schema, by the place of its property',
    GeminiBody,
    {
      contents: [],
      tools: [
        {
          functionDeclarations: [
            {
              name: 'n',
              parameters: {
                type: 'object',
                properties: {
                  a: { type: 'string' },
                  b: { anyOf: [{ type: 'number', exclusiveMinimum: 0 }] },
                },
              },
            },
          ],
        },
      ],
    },
    protoPath,
    'tools[0].function_declarations[0].parameters.properties[1].value.any_of[0].exclusive_minimum',
  ],
])('of a body that does not fit it names %s', (_, schema, body, pathOf, path) => {
  const { error } = schema.safeParse(body);
  if (!error) throw new Error('it fits');
  const issue = deepestIssue(error, body);
  expect(issue.kind).toBe('unknown');
  expect(pathOf(issue.path, body)).toBe(path);
});
