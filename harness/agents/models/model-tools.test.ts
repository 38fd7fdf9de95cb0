import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calledTool, doneTool, sentTools } from './model-tools.ts';

const schema = { type: 'object', properties: { url: { type: 'string' } } };
const tool = (name: string, inputSchema: Record<string, unknown> = schema) => ({ name, inputSchema });

test('names are such as every vendor takes, no two are one, and each leads back to its own', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ minLength: 1, maxLength: 90 }), { maxLength: 20 }), (names) => {
      const sent = sentTools(names.map((name) => tool(name)));
      for (const { name } of sent) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
      expect(new Set(sent.map(({ name }) => name)).size).toBe(names.length);
      expect(sent.map(({ name }) => calledTool(sent, { tool: name, args: {} }).tool)).toEqual(names);
    }),
  );
});

test('names that all vendors take stay as they are', () => {
  expect(sentTools([tool('browser_navigate'), tool('page.open')]).map(({ name }) => name)).toEqual([
    'browser_navigate',
    'page_open',
  ]);
});

test('a schema that is no plain object is wrapped, and its arguments are unwrapped', () => {
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

test('the tool that ends an episode gives way to one of the server that has its name', () => {
  expect(doneTool([tool('open')]).name).toBe('done');
  expect(doneTool([tool('done')]).name).toBe('contract_bench_done');
});
