import { expect, test } from 'vitest';
import { chromeDevtools } from '../../servers/tool-mappings/chrome-devtools.ts';
import { executeautomation } from '../../servers/tool-mappings/executeautomation.ts';
import { playwright } from '../../servers/tool-mappings/playwright.ts';
import { puppeteer } from '../../servers/tool-mappings/puppeteer.ts';
import { waysOf, wordsOfTools } from './ways.ts';

const done = { done: {} };
const hold = [{ pressHold: { role: 'button', name: 'Lock', ms: 500 } }, done];
const script = [{ script: { code: '() => 1' } }, done];
const click = [{ click: { role: 'button', name: 'Lock' } }, { wait: 'Open' }, done];
const reading = [{ read: { pattern: '(\\d+)', keep: 'code' } }, done];

test('paths with tools come before paths with a script, and the lacking tools are named', () => {
  const { ways, missing } = waysOf([hold, script, click], playwright);
  expect(ways.map(({ nth, by }) => [nth, by])).toEqual([
    [3, 'tools'],
    [2, 'script'],
  ]);
  expect(missing).toEqual([
    expect.objectContaining({ verb: 'pressHold', lacks: expect.stringContaining('mouse'), fails: null }),
  ]);
});

test('an existing tool that fails is named in place of a missing one', () => {
  const { ways, missing } = waysOf([[{ dialog: 'accept' }, done]], chromeDevtools);
  expect([ways, missing.map(({ fails, lacks }) => [fails, lacks])]).toEqual([[], [['handle_dialog', null]]]);
});

test('requested content must be read by a tool; the place of a control may be found by a script', () => {
  const by = (steps: readonly object[]) => waysOf([steps], puppeteer).ways.map((way) => way.by);
  expect([by(click), by(reading)]).toEqual([['tools'], ['script']]);
});

test('the words of a server are names of tools and arguments, and values of arguments; for a command line, the words of its help', () => {
  const inputSchema = {
    properties: {
      action: { type: 'string', enum: ['left_click', 'drag'] },
      fields: { items: { properties: { uid: {} } } },
    },
  };
  expect(wordsOfTools([{ name: 'computer', description: 'Presses keys', inputSchema }], {})).toEqual([
    ...['action', 'computer', 'drag', 'fields', 'left_click', 'uid'],
  ]);
  const description =
    'Runs x.\n\nMouse:\n  mousedown [button]          press mouse down\n  tab-new [url]  create';
  const cli = { attach: [], end: [] };
  expect(wordsOfTools([{ name: 'run', description, inputSchema: {} }], { cli })).toEqual([
    ...['mousedown', 'run', 'tab-new'],
  ]);
});

test('a capability that works only with the script tool names the lacking tool', () => {
  const { missing } = waysOf([[{ doubleClick: { role: 'cell', name: 'Price' } }, ...reading]], puppeteer);
  expect(missing.map(({ verb, lacks }) => [verb, lacks !== null])).toEqual([
    ['doubleClick', true],
    ['read', true],
  ]);
});

test('an element that no answer shows is addressed by role and name, in a frame if the server has a tool for that', () => {
  const button = { role: 'button', name: 'Keep' };
  const named = [[{ byName: button }, done]];
  const inFrame = [[{ byName: { ...button, frames: ['First box'] } }, done]];
  const by = (...of: Parameters<typeof waysOf>) => waysOf(...of).ways.map((way) => way.by);
  expect([by(named, puppeteer), by(inFrame, puppeteer)]).toEqual([['tools'], []]);
  expect(by(inFrame, executeautomation)).toEqual(['tools']);
  expect(waysOf(inFrame, puppeteer).missing).toEqual([
    { verb: 'byName', why: 'no tool acts in a frame', lacks: 'frame', fails: null },
  ]);
});
