import { readFile, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { digest } from '../platform/digest.ts';
import { folderOf } from '../testing/folder-of.ts';
import type { Tool } from './answer.ts';
import { compareTools, parseToolLedger, readToolLedger, writeToolLedger } from './tool-ledger.ts';

const tools = [{ name: 'open', inputSchema: { type: 'object', properties: { z: {}, a: {} } } }];
const session = { version: '1.2.3', tools, toolsSha256: digest(tools) };

test('a written ledger is read again with unchanged keys', async () => {
  const folder = await folderOf();
  await writeToolLedger(folder, 'guest', session);
  expect(await readToolLedger(folder, 'guest')).toEqual({
    schema: 'contract-bench.tools.v1',
    server: { id: 'guest', version: '1.2.3' },
    sha256: session.toolsSha256,
    tools,
  });
  expect(await readFile(path.join(folder, 'guest/tools.json'), 'utf8')).toMatch(/"z": \{\},\s+"a": \{\}/);
});

test('it is rewritten only if its content changed', async () => {
  const folder = await folderOf();
  const file = path.join(folder, 'guest/tools.json');
  await writeToolLedger(folder, 'guest', session);
  await utimes(file, 1, 1);
  await writeToolLedger(folder, 'guest', session);
  expect((await stat(file)).mtimeMs).toBe(1000);
  await writeToolLedger(folder, 'guest', { ...session, version: '1.2.4' });
  expect((await readToolLedger(folder, 'guest')).server.version).toBe('1.2.4');
});

test('all mistakes of a ledger are named, and a missing ledger', async () => {
  const ledger = {
    schema: 'contract-bench.tools.v1',
    server: { id: 'a', version: '1' },
    sha256: '0'.repeat(64),
  };
  expect(parseToolLedger('f', '{', 'a')).toEqual({
    mistakes: [expect.stringMatching(/^f: invalid JSON \(/)],
  });
  expect(parseToolLedger('f', '{"server": 1}', 'a')).toMatchObject({ mistakes: { length: 4 } });
  expect(parseToolLedger('f', JSON.stringify({ ...ledger, tools }), 'b')).toEqual({
    mistakes: [
      `f: sha256: must be ${digest(tools)} for the tools as they are; found ${ledger.sha256}`,
      'f: server.id: must be the folder\'s "b"; found "a"',
    ],
  });
  await expect(readToolLedger('nowhere', 'a')).rejects.toThrow(/no ledger nowhere\/a\/tools\.json; record/);
});

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

test('equal tools have no difference, in any order of their keys', () => {
  const { description, inputSchema, name } = click;
  expect(compareTools([click], [{ inputSchema, name, ...(description ? { description } : {}) }])).toEqual([]);
});

test('removed and added tools are named', () => {
  expect(compareTools([click], [{ ...click, name: 'tap' }])).toEqual([
    '- tool click removed',
    '+ tool tap added',
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
    [
      '- click: parameter target (string, required) removed',
      '+ click: parameter ref (string, required) added',
    ],
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
    [
      '~ click: parameter fields: items changed',
      '- click: parameter fields[].name (string, required) removed',
    ],
  ],
  [
    'required that is none',
    (_, schema) => Object.assign(schema, { required: ['target', 'nothing'] }),
    ['~ tool click: schema changed (required)'],
  ],
])('a parameter %s is named', (_, change, lines) => {
  expect(compareTools([click], changed(change))).toEqual(lines);
});

test('a new description and a new order of tools are differences', () => {
  expect(compareTools([click], [{ ...click, description: 'Clicks it.' }])).toEqual([
    '~ tool click: description changed',
  ]);
  const other = { ...click, name: 'tap' };
  expect(compareTools([click, other], [other, click])).toEqual(['~ the order of the tools changed']);
});
