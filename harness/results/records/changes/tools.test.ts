import { expect, test } from 'vitest';
import type { ListedTool, Tools } from '../parts/tools.ts';
import { toolsChange } from './tools.ts';

type Words = { required?: string[]; description?: number; schema?: number };

function tool(
  name: string,
  args: string[],
  { required = [], description = 5, schema = 9 }: Words = {},
): ListedTool {
  const sha256 = JSON.stringify([name, args, required, description, schema]);
  return { name, tokens: { name: 1, description, schema }, arguments: args, required, sha256 };
}

function listed(...tools: ListedTool[]): Tools {
  return {
    editionSha256: 'a',
    tokenizer: { name: 'a', encoding: 'b', version: '1' },
    protocol: '2025-06-18',
    instructions: null,
    list: { tools: tools.length, bytes: 10, tokens: 100 * tools.length, sha256: 'a' },
    tools,
    notes: [],
  };
}

const linesOf = (before: Tools, after: Tools) => toolsChange.lines(toolsChange.compare(before, after));

test('a newly required argument comes first, before tools that are gone, and is named once', () => {
  const before = listed(tool('press', ['key']), tool('old', ['a']));
  const after = listed(tool('press', ['key', 'page'], { required: ['page'] }), tool('fresh', ['b', 'c']));
  expect(linesOf(before, after)).toEqual([
    'newly required: page of press',
    'tools gone: old',
    'tools new: fresh',
  ]);
});

test('tools whose arguments changed in the same way have one line', () => {
  const three = (args: string[], other: string[] = args) =>
    listed(tool('a', args), tool('b', args), tool('c', other));
  expect(linesOf(three(['x']), three(['x', 'ca']))).toEqual(['arguments of all 3 tools: new: ca']);
  expect(linesOf(three(['x']), three(['x', 'ca'], ['x', 'cb']))).toEqual([
    'arguments of a, b: new: ca',
    'arguments of c: new: cb',
  ]);
});

test('an argument that was optional and is required is newly required, and the reverse is told too', () => {
  const before = listed(tool('a', ['x', 'y'], { required: ['y'] }));
  const after = listed(tool('a', ['x', 'y'], { required: ['x'] }));
  expect(linesOf(before, after)).toEqual(['newly required: x of a', 'arguments of a: no longer required: y']);
  expect(linesOf(listed(tool('a', ['x'])), listed(tool('a', ['x'], { required: ['x'] })))).toEqual([
    'newly required: x of a',
  ]);
});

test('a required field of a new optional list is not newly required; of a known list it is', () => {
  const required = ['fields[].name'];
  const all = ['fields', 'fields[].name'];
  expect(toolsChange.compare(listed(tool('a', [])), listed(tool('a', all, { required }))).required).toEqual(
    [],
  );
  const known = toolsChange.compare(listed(tool('a', ['fields'])), listed(tool('a', all, { required })));
  expect(known.required).toEqual([{ tool: 'a', argument: 'fields[].name', insteadOf: null }]);
});

test('a required argument in the place of another one is renamed; unlike optional ones are gone and new', () => {
  const before = listed(
    tool('click', ['ref', 'onlyErrors'], { required: ['ref'] }),
    tool('drag', ['startRef', 'endRef'], { required: ['startRef', 'endRef'] }),
  );
  const after = listed(
    tool('click', ['target', 'filename'], { required: ['target'] }),
    tool('drag', ['startTarget', 'endTarget'], { required: ['startTarget', 'endTarget'] }),
  );
  expect(linesOf(before, after)).toEqual([
    'newly required: target of click, in place of ref',
    'newly required: startTarget of drag, in place of startRef',
    'newly required: endTarget of drag, in place of endRef',
    'arguments of click: gone: onlyErrors; new: filename',
  ]);
});

test('a new tool with the words and arguments of a gone one is renamed, unless two fit', () => {
  const before = listed(tool('run', ['code']), tool('shut', [], { description: 7 }));
  const after = listed(tool('run_unsafe', ['code', 'file']), tool('close', [], { description: 7 }));
  expect(toolsChange.compare(before, after)).toMatchObject({
    ...{ gone: [], new: [] },
    renamed: [
      { from: 'run', to: 'run_unsafe' },
      { from: 'shut', to: 'close' },
    ],
    arguments: [{ tool: 'run_unsafe', new: ['file'] }],
  });
  const two = listed(tool('run_unsafe', ['code', 'file']), tool('run_safe', ['code']));
  expect(toolsChange.compare(before, two)).toMatchObject({ renamed: [], gone: ['run', 'shut'] });
});

test('other words and tokens are told, and nothing of equal lists', () => {
  const before = listed(tool('a', ['x']));
  const after = { ...listed(tool('a', ['x'], { description: 8 })), instructions: { tokens: 40, bytes: 90 } };
  after.list.tokens = 110;
  expect(linesOf(before, after)).toEqual([
    'other words, or another schema: a',
    'tokens of the tool list: 100 -> 110 (+10.0 %); 1 tool',
    'tokens of the instructions: 0 -> 40',
  ]);
  expect(linesOf(before, before)).toEqual([]);
});
