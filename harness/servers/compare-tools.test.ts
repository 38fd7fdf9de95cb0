import { expect, test } from 'vitest';
import type { Tool } from './answer.ts';
import { compareTools } from './compare-tools.ts';

const click: Tool = {
  name: 'click',
  description: 'Clicks.',
  inputSchema: {
    type: 'object',
    required: ['target'],
    properties: {
      target: { type: 'string', description: 'What to click.' },
      button: { type: 'string', enum: ['left', 'right'] },
      fields: {
        type: 'array',
        items: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      },
    },
  },
};

function changed(change: (properties: Record<string, unknown>, schema: Record<string, unknown>) => void) {
  const copy = structuredClone(click);
  change(copy.inputSchema.properties as Record<string, unknown>, copy.inputSchema);
  return [copy];
}

test('the same tools have no difference, whatever the order of their keys', () => {
  const { description, inputSchema, name } = click;
  expect(compareTools([click], [{ inputSchema, name, ...(description ? { description } : {}) }])).toEqual([]);
});

test('tools that went and came are named', () => {
  expect(compareTools([click], [{ ...click, name: 'tap' }])).toEqual([
    '- tool click went',
    '+ tool tap came',
  ]);
});

test.each<[string, Parameters<typeof changed>[0], string[]]>([
  [
    'renamed',
    (properties, schema) => {
      properties.ref = properties.target;
      delete properties.target;
      schema.required = ['ref'];
    },
    ['- click: parameter target (string, required) went', '+ click: parameter ref (string, required) came'],
  ],
  [
    'of another type',
    (properties) => Object.assign(properties.target as object, { type: ['string', 'null'] }),
    ['~ click: parameter target: type was string, is ["string","null"]'],
  ],
  [
    'no longer required',
    (_, schema) => Object.assign(schema, { required: [] }),
    ['~ click: parameter target: required was true, is false'],
  ],
  [
    'with other values',
    (properties) => Object.assign(properties.button as object, { enum: ['left'] }),
    ['~ click: parameter button: enum was ["left","right"], is ["left"]'],
  ],
  [
    'described otherwise',
    (properties) => Object.assign(properties.target as object, { description: 'Where.', default: 'x' }),
    ['~ click: parameter target: description, default changed'],
  ],
  [
    'inside an array',
    (properties) =>
      Object.assign(properties.fields as object, {
        items: { type: 'object', required: ['name'], properties: { name: { type: 'number' } } },
      }),
    ['~ click: parameter fields[].name: type was string, is number'],
  ],
  [
    'whose array holds something else',
    (properties) => Object.assign(properties.fields as object, { items: { type: 'string' } }),
    ['~ click: parameter fields: items changed', '- click: parameter fields[].name (string, required) went'],
  ],
  [
    'required that is none',
    (_, schema) => Object.assign(schema, { required: ['target', 'nothing'] }),
    ['~ tool click: schema changed (required)'],
  ],
])('a parameter %s is named', (_, change, lines) => {
  expect(compareTools([click], changed(change))).toEqual(lines);
});

test('a tool described otherwise, and another order of the same tools, are differences', () => {
  expect(compareTools([click], [{ ...click, description: 'Clicks it.' }])).toEqual([
    '~ tool click: description changed',
  ]);
  const other = { ...click, name: 'tap' };
  expect(compareTools([click, other], [other, click])).toEqual(['~ the order of the tools changed']);
});
