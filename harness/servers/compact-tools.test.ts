import { expect, test } from 'vitest';
import { compactTools } from './compact-tools.ts';
import { findServer } from './index.ts';
import { toolMappingOf } from './tool-mappings/index.ts';

test('a compact list keeps names, types, allowed values and required arguments, and one sentence a tool', () => {
  const inputSchema = {
    type: 'object',
    title: 'Clicks',
    properties: {
      description: { type: 'string', description: 'What to click, in words.' },
      button: { enum: ['left', 'right'], description: 'Which button.' },
      fields: {
        type: 'array',
        items: { type: 'object', properties: { title: { title: 'T', type: 'string' } } },
      },
    },
    required: ['description'],
  };
  const [tool] = compactTools([
    {
      name: 'click',
      description: 'Clicks e.g. a button at 1.5 px. Then waits.\nMore.',
      inputSchema,
      annotations: {},
    },
  ]);
  expect(tool).toEqual({
    name: 'click',
    description: 'Clicks e.g. a button at 1.5 px.',
    inputSchema: {
      type: 'object',
      properties: {
        description: { type: 'string' },
        button: { enum: ['left', 'right'] },
        fields: { type: 'array', items: { type: 'object', properties: { title: { type: 'string' } } } },
      },
      required: ['description'],
    },
    annotations: {},
  });
});

test('a description of one line without a full stop stays, and a tool without one has none', () => {
  const described = (description?: string) =>
    compactTools([{ name: 'a', ...(description === undefined ? {} : { description }), inputSchema: {} }])[0];
  expect(described('Opens a page\nand more')).toMatchObject({ description: 'Opens a page' });
  expect(described()).toEqual({ name: 'a', inputSchema: {} });
});

test('a variant has arguments, variables and a list of its own', () => {
  expect(findServer('playwright+compact')).toMatchObject({ id: 'playwright+compact', tools: 'compact' });
  expect(findServer('agent-browser-mcp+boundaries@0.41.0')).toMatchObject({
    env: { AGENT_BROWSER_CDP: '{port}', AGENT_BROWSER_CONTENT_BOUNDARIES: '1' },
    origin: { install: { version: '0.41.0' } },
  });
  expect(findServer('playwright').tools).toBeUndefined();
});

test('the tool mapping of a variant has the verbs of its own tools', () => {
  const way = (id: string) => toolMappingOf({ id })?.verbs.clickAt.by;
  expect(['playwright', 'playwright+slim', 'playwright+caps', 'chrome-devtools+vision'].map(way)).toEqual([
    ...['nobody', 'nobody', 'tool', 'tool'],
  ]);
});
