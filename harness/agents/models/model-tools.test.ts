import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calledTool, doneTool, refusedTools, sentTools, withShortDescriptions } from './model-tools.ts';

const schema = { type: 'object', properties: { url: { type: 'string' } } };
const tool = (name: string, inputSchema: Record<string, unknown> = schema) => ({ name, inputSchema });

test('every vendor accepts the names; they are unique, and each maps back to its tool', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ minLength: 1, maxLength: 90 }), { maxLength: 20 }), (names) => {
      const sent = sentTools(names.map((name) => tool(name)));
      for (const { name } of sent) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
      expect(new Set(sent.map(({ name }) => name)).size).toBe(names.length);
      expect(sent.map(({ name }) => calledTool(sent, { tool: name, args: {} }).tool)).toEqual(names);
    }),
  );
});

test('names that all vendors accept stay unchanged', () => {
  expect(sentTools([tool('browser_navigate'), tool('page.open')]).map(({ name }) => name)).toEqual([
    'browser_navigate',
    'page_open',
  ]);
});

test('a schema that is not a plain object is wrapped, and its arguments are unwrapped', () => {
  const either = { $schema: 'x', anyOf: [{ type: 'object' }, { type: 'null' }], $defs: { a: {} } };
  const sent = sentTools([tool('either', either)]);
  expect(sent[0]?.schema).toEqual({
    type: 'object',
    properties: { input: { anyOf: either.anyOf } },
    required: ['input'],
    $defs: { a: {} },
  });
  expect(calledTool(sent, { tool: 'either', args: { input: { url: 'x' } } })).toEqual({
    tool: 'either',
    args: { url: 'x' },
  });
  expect(calledTool(sent, { tool: 'either', args: { url: 'x' } }).args).toEqual({ url: 'x' });
  expect(sentTools([tool('bare', {})])[0]?.schema).toEqual({ type: 'object', properties: {} });
});

test('the tool that ends an episode is renamed if the server has its name', () => {
  expect(doneTool([tool('open')]).name).toBe('done');
  expect(doneTool([tool('done')]).name).toBe('contract_bench_done');
});

test.each([
  ["Invalid 'tools': array too long. Expected an array with maximum length 128", 'the 2 tools'],
  ["Invalid 'tools[1].function.description': string too long.", 'the tool page.read'],
  ["Invalid 'tools[0].name': string does not match pattern.", 'the tool open'],
  ["Invalid schema for function 'page_read': schema must have type 'object'", 'the tool page.read'],
  ['tools.1.custom.input_schema: JSON schema is invalid', 'the tool page.read'],
  [
    '* GenerateContentRequest.tools[0].function_declarations[1].parameters: missing field.',
    'the tool page.read',
  ],
  ['failed to parse grammar', "a schema of the server's tools"],
  ["Invalid 'tools[2].function.parameters': it is our own", null],
  ["Invalid 'messages[2].tool_calls[1].function.name': no match", null],
  ["An assistant message with 'tool_calls' must be followed by tool messages", null],
  ['Rate limit reached', null],
])('the refusal "%s" is about this tool of the server: %s', (why, named) => {
  const tools = sentTools([tool('open'), tool('page.read'), tool('done')]);
  const said = named && `the API rejects ${named}${named.startsWith('a ') ? '' : ' of the server'}: ${why}`;
  expect(refusedTools(why, tools)).toBe(said);
});

test('a long description is cut at 1,024 characters; a short or missing one stays', () => {
  const described = ['x'.repeat(2000), 'short', undefined].map((description, index) => ({
    ...tool(`t${index}`),
    ...(description === undefined ? {} : { description }),
  }));
  const cut = withShortDescriptions(sentTools(described)).map(({ description }) => description);
  expect(cut).toEqual([`${'x'.repeat(1023)}…`, 'short', undefined]);
});
