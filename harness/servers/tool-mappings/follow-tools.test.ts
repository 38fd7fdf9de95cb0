import { expect, test } from 'vitest';
import { openCall } from '../connect-server.ts';
import { findServer } from '../index.ts';
import { chromeDevtools } from './chrome-devtools.ts';
import { followTools, readingsOf, whyUnlisted } from './follow-tools.ts';
import { toolMappingOf } from './index.ts';
import { playwright } from './playwright.ts';
import type { MappedCall } from './tool-mapping.ts';

const tool = (name: string, args: Record<string, object>, required: string[] = []) => ({
  name,
  inputSchema: { type: 'object', properties: args, required },
});

test('an argument with another name in the played release is sent by that name, and a required one is filled in', () => {
  const click = tool('browser_click', { element: {}, ref: {}, button: {} }, ['element', 'ref']);
  const call = { tool: 'browser_click', args: { target: 'e4', button: 'right' } };
  expect(followTools(call, playwright, [click])).toEqual({
    tool: 'browser_click',
    args: { element: 'the element', ref: 'e4', button: 'right' },
  });
});

test('the pinned release gets the call as it stands', () => {
  const click = tool('browser_click', { element: {}, target: {} }, ['target']);
  const call = { tool: 'browser_click', args: { target: 'e4' } };
  expect(followTools(call, playwright, [click])).toEqual(call);
});

test('objects in lists are followed too, and a reference to an answer stays whole', () => {
  const items = { properties: { name: {}, ref: {}, value: {} } };
  const form = tool('browser_fill_form', { fields: { type: 'array', items } });
  const target = { value: 'e4', answer: 1, find: 'ref=(e4)' };
  const call = { tool: 'browser_fill_form', args: { fields: [{ name: 'Gift', target, value: 'true' }] } };
  expect(followTools(call, playwright, [form]).args).toEqual({
    fields: [{ name: 'Gift', ref: target, value: 'true' }],
  });
});

test('the page is left out where a release takes none, and other unknown arguments stay, so that the server refuses them', () => {
  const click = tool('click', { uid: {} });
  const call = { tool: 'click', args: { pageId: 1, uid: '1_2', dblClick: true } };
  expect(followTools(call, chromeDevtools, [click]).args).toEqual({ uid: '1_2', dblClick: true });
});

test('a tool has its name of the played release; one that is not listed stays', () => {
  const list = [tool('browser_run_code', { code: {} })];
  const call = { tool: 'browser_run_code_unsafe', args: { code: '1' } };
  expect(followTools(call, playwright, list).tool).toBe('browser_run_code');
  expect(followTools({ tool: 'browser_click', args: { target: 'e1' } }, playwright, list)).toEqual({
    tool: 'browser_click',
    args: { target: 'e1' },
  });
});

test('readings follow the list', () => {
  const list = [tool('take_snapshot', { verbose: {} }), tool('list_console_messages', { types: {} })];
  expect(readingsOf(findServer('chrome-devtools'), list).slice(0, 3)).toEqual([
    { tool: 'take_snapshot', args: {} },
    { tool: 'take_snapshot', args: { verbose: true } },
    { tool: 'list_console_messages', args: {} },
  ]);
});

test('a call that the list does not have is named by its tool or its argument', () => {
  const list = [tool('browser_click', { ref: {} }), tool('run', {})];
  const why = (asked: string, args: MappedCall['args']) => whyUnlisted({ tool: asked, args }, list);
  expect(why('browser_click', { ref: 'e1', button: null })).toBeNull();
  expect(why('run', { args: ['click'] })).toBeNull();
  expect(why('browser_click', { ref: 'e1', button: 'right' })).toBe('its browser_click takes no button');
  expect(why('browser_tabs', {})).toBe('its tool list has no browser_tabs');
});

test('the variant with three tools has calls, readings and a mapping of its own', () => {
  const slim = findServer('chrome-devtools+slim');
  const list = [
    tool('evaluate', { script: {} }, ['script']),
    tool('navigate', { url: {} }, ['url']),
    tool('screenshot', {}),
  ];
  expect(openCall(slim, list, 'https://a.test/')).toEqual({
    tool: 'navigate',
    args: { url: 'https://a.test/' },
  });
  expect(readingsOf(slim, list).map(({ tool: name }) => name)).toEqual(['evaluate', 'evaluate']);
  expect([slim, findServer('chrome-devtools+vision')].map((each) => toolMappingOf(each)?.id)).toEqual([
    'chrome-devtools+slim',
    'chrome-devtools',
  ]);
});
