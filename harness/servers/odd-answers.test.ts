import { expect, test } from 'vitest';
import { messagesIn, resultIn, toolsIn } from './odd-answers.ts';

const waiting = new Map([
  [1, 'initialize'],
  [3, 'tools/call'],
]);
const only = new Map([[3, 'tools/call']]);
const ok = { jsonrpc: '2.0', id: 3, result: { content: [] } };
const failed = (message: unknown, code = -32603) => ({ jsonrpc: '2.0', id: 3, error: { code, message } });
const line = (value: object) => JSON.stringify(value);
const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const { jsonrpc: _, ...unversioned } = ok;

test.each<[string, string, unknown]>([
  ['as it should be', line(ok), ok],
  ['_meta: null', line({ ...ok, result: { content: [], _meta: null } }), ok],
  ['_meta: a text', line({ ...ok, result: { content: [], _meta: 'x' } }), ok],
  ['error: null beside a result', line({ ...ok, error: null }), ok],
  ['an empty error beside a result', line({ ...ok, error: {} }), ok],
  ['error: false beside a result', line({ ...ok, error: false }), ok],
  ['no jsonrpc', line(unversioned), ok],
  ['jsonrpc: 1.0', line({ ...ok, jsonrpc: '1.0' }), ok],
  ['fields of its own', line({ ...ok, took: 5 }), ok],
  ['method: null', line({ ...ok, method: null }), ok],
  ['the id as a text', line({ ...ok, id: '3' }), ok],
  ['a byte order mark', `\uFEFF${line(ok)}`, ok],
  ['CRLF', `${line(ok)}\r`, ok],
  ['a log without a line break before it', `Done. ${line(ok)}`, ok],
  ['a batch', line([ok]), ok],
  ['an error', line(failed('no', -32000)), failed('no', -32000)],
  ['an error and a result', line({ ...ok, error: { code: 1, message: 'no' } }), failed('no', 1)],
  ['an error that is a text', line({ id: 3, error: 'no page' }), failed('no page')],
  [
    'an error without words',
    line(failed(null, 5)),
    failed('the server refused tools/call without a message: {"code":5,"message":null}', 5),
  ],
  ['a code that is a text', line({ id: 3, error: { code: 'E1', message: 'no' } }), failed('no')],
  ...[null, 'text', ['x']].map((result): [string, string, unknown] => [
    `the result ${line({ result })}`,
    line({ ...ok, result }),
    failed(`the server's answer to tools/call: result: got ${JSON.stringify(result)}; expected an object`),
  ]),
  [
    'neither result nor error',
    line({ jsonrpc: '2.0', id: 3 }),
    failed("the server's answer to tools/call: result: got nothing; expected an object"),
  ],
  [
    'NaN, which is not JSON',
    '{"jsonrpc": "2.0", "id": 3, "result": {"x": NaN}}',
    failed(
      expect.stringMatching(
        /^the server's answer to tools.call: the line: got .*NaN.*; expected JSON of at most 1200 levels$/,
      ),
    ),
  ],
  ...[
    '"result": <deep>',
    '"error": <deep>',
    '"result": {"content": [], "structuredContent": {"a": <deep>}}',
  ].map((part): [string, string, unknown] => [
    `more levels than JSON can be written with: ${part}`,
    `{"jsonrpc": "2.0", "id": 3, ${part.replace('<deep>', deep)}}`,
    failed(expect.stringMatching(/^the server's answer to tools.call: the line: got .*1200 levels$/)),
  ]),
])('an answer to a call that waits is an answer: %s', (_, said, message) => {
  expect(messagesIn(said, waiting)).toEqual([message]);
});

test('an answer without an id belongs to the only waiting call', () => {
  const nameless = line({ ...failed('Parse error', -32700), id: null });
  expect(messagesIn(nameless, only)).toEqual([failed('Parse error', -32700)]);
  expect(messagesIn(nameless, waiting)).toEqual([]);
});

test.each([
  'Listening on stdio {',
  '',
  '[1,2]',
  'null',
  '{"level":"info","msg":"ready"}',
  '{"level":"info","id":3,"msg":"answering"}',
  '{"level":"info","method":"GET","path":"/"}',
  '{"id":9,"result":{}}',
  `> ${line({ jsonrpc: '2.0', id: 3, method: 'tools/call' })}`,
  '[debug] {"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"te... (cut)',
])('what is no message is passed over: %s', (said) => {
  expect(messagesIn(said, waiting)).toEqual([]);
});

test('a request of a server is read in spite of nulls and unknown fields', () => {
  const asked = { method: 'roots/list', id: 's-1', params: null, time: 5 };
  expect(messagesIn(line(asked), waiting)).toEqual([{ jsonrpc: '2.0', id: 's-1', method: 'roots/list' }]);
  const told = {
    jsonrpc: '2.0',
    id: null,
    method: 'notifications/message',
    params: { level: 'info', data: 1 },
  };
  expect(messagesIn(line(told), waiting)).toEqual([{ ...told, id: undefined }]);
});

test.each<[object, object | RegExp]>([
  [{ instructions: null }, {}],
  [{ capabilities: null }, { capabilities: {} }],
  [{ serverInfo: { name: 'x', version: null } }, { serverInfo: { name: 'x', version: 'unknown' } }],
  [{ serverInfo: undefined }, { serverInfo: { name: 'unknown', version: 'unknown' } }],
  [{ protocolVersion: null }, /answer to initialize: protocolVersion: must be a string; found null$/],
])('of a handshake with %j the rest is taken', (odd, wanted) => {
  const result = { protocolVersion: '1', capabilities: {}, serverInfo: { name: 'x', version: '1' } };
  const [message] = messagesIn(line({ jsonrpc: '2.0', id: 1, result: { ...result, ...odd } }), waiting);
  if (wanted instanceof RegExp)
    expect(message).toMatchObject({ error: { message: expect.stringMatching(wanted) } });
  else expect(message).toEqual({ jsonrpc: '2.0', id: 1, result: { ...result, ...wanted } });
});

const object = { type: 'object' };

test.each<[object, object, RegExp | null]>([
  [{}, {}, null],
  [{ outputSchema: { oneOf: [object] } }, {}, /^tool read: outputSchema\.type: .*; left out$/],
  [{ outputSchema: { type: 'array' } }, {}, /^tool read: outputSchema\.type: .*; found "array"; left out$/],
  [{ description: null }, {}, /^tool read: description: .*; found null; left out$/],
  [{ title: null }, {}, /title/],
  [{ annotations: { readOnlyHint: 'yes' } }, {}, /annotations\.readOnlyHint/],
  [{ _meta: 5 }, {}, /_meta/],
  [{ inputSchema: {} }, { inputSchema: { ...object, properties: {} } }, /inputSchema\.type: .*; replaced$/],
  [
    { inputSchema: JSON.parse(`${'{"not":'.repeat(101)}{}${'}'.repeat(101)}`) },
    { inputSchema: { ...object, properties: {} } },
    /^tool read: inputSchema: got more than 100 levels; replaced$/,
  ],
  [{ inputSchema: null }, { inputSchema: { ...object, properties: {} } }, /inputSchema: .*; found null/],
  [
    { inputSchema: undefined },
    { inputSchema: { ...object, properties: {} } },
    /inputSchema: .*; found nothing/,
  ],
  [
    { inputSchema: { anyOf: [object], properties: { a: true, b: object }, required: null } },
    { inputSchema: { anyOf: [object], ...object, properties: { a: {}, b: object } } },
    /inputSchema/,
  ],
])('of a tool with %j the rest is listed, and what was left out is named', (odd, wanted, note) => {
  const read = { name: 'read', inputSchema: object };
  const { tools, listing, notes } = toolsIn(
    {
      tools: [
        { ...read, ...odd },
        { name: 'click', inputSchema: object },
      ],
    },
    0,
  );
  expect(tools).toEqual([
    { ...read, ...wanted },
    { name: 'click', inputSchema: object },
  ]);
  expect(listing[0]).toEqual({ ...read, ...wanted });
  expect(notes).toEqual(note ? [expect.stringMatching(note)] : []);
});

test('a tool without a name is left out with its position, and an invalid list is named', () => {
  expect(toolsIn({ tools: [null, { inputSchema: object }] }, 4)).toEqual({
    tools: [],
    listing: [],
    notes: [
      'tools[4]: name: got nothing; the tool is left out',
      'tools[5]: name: got nothing; the tool is left out',
    ],
  });
  expect(() => toolsIn({ tools: null }, 0)).toThrow('tools/list: tools: got null; expected a list');
});

const text = (said: string) => ({ type: 'text', text: said });
const image = { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' };

test.each<[object, object[]]>([
  [{ content: [text('a')], structuredContent: null, isError: null }, [text('a')]],
  [{ content: [{ ...text('a'), annotations: null }] }, [text('a')]],
  [{ structuredContent: { a: 1 } }, [text('{"a":1}')]],
  [{ content: null, structuredContent: { a: 1 } }, [text('{"a":1}')]],
  [{ content: null }, []],
  [{}, []],
  [
    { content: [text('a'), { type: 'chart', points: [1] }] },
    [text('a'), text('{"type":"chart","points":[1]}')],
  ],
  [{ content: ['a', 5, null] }, [text('a'), text('5'), text('')]],
  [{ content: [{ type: 'text', text: null }] }, [text('')]],
  [{ content: [{ type: 'text', text: 5 }] }, [text('5')]],
  [{ content: [{ type: 'image', data: image.data }] }, [image]],
  [
    { content: [{ type: 'image', data: '/9j/4A==' }] },
    [{ ...image, data: '/9j/4A==', mimeType: 'image/jpeg' }],
  ],
  [{ content: [{ ...image, data: `data:image/png;base64,${image.data}` }] }, [image]],
  [{ content: [{ ...image, data: '_9j_\n4A==' }] }, [{ ...image, data: '/9j/4A==' }]],
  [{ content: [{ ...image, data: 'no base64!' }] }, [text('(an image whose data is not base64)')]],
  [
    { content: [{ type: 'resource', resource: { uri: 'file:///x' } }] },
    [text('{"type":"resource","resource":{"uri":"file:///x"}}')],
  ],
])('of the odd result %j the content is taken', (given, content) => {
  const read = resultIn({ ...given });
  expect(read).toMatchObject({ content, isError: false });
  // An agent at the gateway only gets results that its own client accepts.
  expect(resultIn(read.result)).toEqual({ ...read, result: read.result });
});

test('only the beginning of a long odd list is read', () => {
  const content = (given: unknown) => () => resultIn({ content: Array(1_000_000).fill(given) });
  for (const odd of [{}, null, { type: 'image' }])
    expect(content(odd)).toThrow(/^content: got more than 1000 entries that are not blocks, such as /);
});

test('content that is not a list is named, and an error may be one word', () => {
  expect(() => resultIn({ content: 'no list' })).toThrow('content: got "no list"; expected a list of blocks');
  expect(resultIn({ content: [], isError: 'true' }).isError).toBe(true);
});
