import { expect, test } from 'vitest';
import { callOrTextGrammar, jsonGrammar, textGrammar, toolGrammar } from './tool-grammar.ts';

const ruleOf = (grammar: string, name: string) =>
  grammar
    .split('\n')
    .find((line) => line.startsWith(`${name} ::= `))
    ?.slice(`${name} ::= `.length);

const of = (schema: Record<string, unknown>) => toolGrammar([{ name: 'act', schema }]);

test('a call has the name of a tool and the arguments of that tool', () => {
  const grammar = toolGrammar([
    { name: 'click', schema: { type: 'object', properties: { ref: { type: 'string' } }, required: ['ref'] } },
    { name: 'say "hi"', schema: { type: 'object', properties: {} } },
  ]);
  expect(ruleOf(grammar, 'root')).toBe('call0 | call1');
  expect(ruleOf(grammar, 'call0')).toBe(String.raw`"{\"name\": \"click\", \"arguments\": " args0 "}"`);
  expect(ruleOf(grammar, 'call1')).toBe(
    String.raw`"{\"name\": \"say \\\"hi\\\"\", \"arguments\": " args1 "}"`,
  );
  expect(ruleOf(grammar, 'args0')).toBe('"{" args0-f0 "}"');
  expect(ruleOf(grammar, 'args0-f0')).toBe(String.raw`"\"ref\": " args0-v0`);
  expect(ruleOf(grammar, 'args0-v0')).toBe('string');
  expect(ruleOf(grammar, 'args1')).toBe('"{}"');
});

test('required fields come first, and each optional one may be left out', () => {
  const properties = { a: { type: 'string' }, b: { type: 'boolean' }, c: { type: 'integer' } };
  const required = of({ type: 'object', properties, required: ['b'] });
  expect(ruleOf(required, 'args0')).toBe('"{" args0-f1 (", " args0-f0)? (", " args0-f2)? "}"');
  const optional = of({ type: 'object', properties });
  expect(ruleOf(optional, 'args0')).toBe(
    '"{" (args0-f0 (", " args0-f1)? (", " args0-f2)? | args0-f1 (", " args0-f2)? | args0-f2)? "}"',
  );
});

test.each<[string, Record<string, unknown>, string | undefined]>([
  ['an enumeration', { enum: ['left', 1] }, String.raw`("\"left\"" | "1")`],
  ['a constant', { const: { a: 1 } }, String.raw`"{\"a\": 1}"`],
  ['a list', { type: 'array', items: { type: 'number' } }, '"[" (args0-v0-item (", " args0-v0-item)*)? "]"'],
  ['a choice', { anyOf: [{ type: 'string' }, { type: 'null' }] }, '(args0-v0-0 | args0-v0-1)'],
  ['several types', { type: ['string', 'null'] }, '(args0-v0-0 | args0-v0-1)'],
  ['a reference', { $ref: '#/$defs/side' }, String.raw`("\"left\"")`],
  ['a reference outside', { $ref: 'https://example.com/schema' }, 'any'],
  ['an object of any fields', { type: 'object' }, 'anyobject'],
  ['an object without fields', { type: 'object', additionalProperties: false }, '"{}"'],
  ['an unknown type', { type: 'file' }, 'any'],
  ['an empty schema', {}, 'any'],
])('%s', (_, schema, expected) => {
  const grammar = of({
    type: 'object',
    properties: { value: schema },
    required: ['value'],
    $defs: { side: { enum: ['left'] } },
  });
  expect(ruleOf(grammar, 'args0-v0')).toBe(expected);
});

test('a call stands within its tags, or a text begins with anything but the opening tag', () => {
  const grammar = callOrTextGrammar([{ name: 'act', schema: { type: 'object', properties: {} } }]);
  expect(ruleOf(grammar, 'root')).toBe(
    String.raw`"<tool_call>\n" call "\n</tool_call>" | [ \t\r\n]* (start0)?`,
  );
  expect(ruleOf(grammar, 'call')).toBe('call0');
  expect(ruleOf(grammar, 'start0')).toBe(String.raw`[^< \t\r\n] sign* | "<" start1?`);
  expect(ruleOf(grammar, 'start1')).toBe('[^t] sign* | "t" start2?');
  expect(ruleOf(grammar, 'start10')).toBe('[^>] sign*');
});

test.each<[Record<string, unknown> | null, string]>([
  [null, 'anyobject'],
  [{ type: 'object' }, 'anyobject'],
  [{ type: 'string' }, 'string'],
  [{ type: 'array', items: { type: 'null' } }, '"[" (value-item (", " value-item)*)? "]"'],
  [{ type: 'array', items: {}, minItems: 1 }, '"[" value-item (", " value-item)* "]"'],
  [{ type: 'array', items: {}, minItems: 2, maxItems: 3 }, '"[" value-item (", " value-item){1,2} "]"'],
  [{ type: 'array', items: {}, maxItems: 2 }, '"[" (value-item (", " value-item){0,1})? "]"'],
  [{ type: 'array', items: {}, maxItems: 0 }, '"[]"'],
])('JSON of the schema %j', (schema, expected) => {
  expect(ruleOf(jsonGrammar(schema), 'root')).toBe(expected);
});

const itself = { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] };

test.each([
  ['a call', of(itself)],
  ['a call or a text', callOrTextGrammar([{ name: 'act', schema: itself }])],
  ['JSON', jsonGrammar(itself)],
  ['a text', textGrammar],
])(
  'a schema that refers to itself ends in any value, and every rule that is named exists: %s',
  (_, grammar) => {
    const names = new Set(grammar.split('\n').map((line) => line.split(' ::= ')[0]));
    for (const line of grammar.split('\n')) {
      const [, text = ''] = line.split(' ::= ');
      const bare = text
        .replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
        .replaceAll(/\[(?:[^\]\\]|\\.)*\]/g, '')
        .replaceAll(/\{[\d,]+\}/g, '');
      for (const [name] of bare.matchAll(/[a-z][\w-]*/g)) expect(names).toContain(name);
    }
  },
);
