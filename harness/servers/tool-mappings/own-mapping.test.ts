import { expect, test } from 'vitest';
import { Hand } from '../../agents/baselines/walk/hand.ts';
import { describeIssues } from '../../platform/errors/describe-issues.ts';
import { toAnswer } from '../answer.ts';
import { serverFromCommand } from '../index.ts';
import { toolMappingOf } from './index.ts';
import { OwnMapping, toolMappingFrom } from './own-mapping.ts';

const data = {
  read: { tool: 'look', args: {} },
  elements: '^(?<indent> *)(?<role>\\w+) "(?<name>[^"]*)"(?: = (?<value>.*?))? #(?<ref>\\d+)$',
  tabs: { list: { tool: 'tabs' }, line: '^(?<tab>\\d+) (?<url>\\S+)$' },
  verbs: {
    click: { tool: 'press_on', args: { element: '{ref}', where: 'at #{ref}' } },
    fill: [
      { tool: 'press_on', args: { element: '{ref}' } },
      { tool: 'write', args: { text: '{text}' } },
    ],
    check: { tool: 'tick', args: { element: '{ref}', state: '{checked}' } },
    clickAt: { tool: 'point', args: { at: ['{x}', '{y}'] } },
    tab: { tool: 'go', args: { tab: '{tab}' } },
  },
};
const mapping = toolMappingFrom('mine', OwnMapping.parse(data));

test('lines of an answer become elements, and calls refer to them by the answer', () => {
  const answer =
    'page "Kit" #1\n  button "Add" #2\n  button "Add" #3\n  textbox "Guests" = 2 #4\nsomething else';
  expect(mapping.elements(answer)).toMatchObject([
    { role: 'page', name: 'Kit', depth: 0, ref: '1' },
    { role: 'button', name: 'Add', depth: 2, ref: '2' },
    { role: 'button', name: 'Add', depth: 2, ref: '3' },
    { role: 'textbox', name: 'Guests', value: '2', ref: '4' },
  ]);
  const hand = new Hand(mapping);
  hand.hear(toAnswer([{ type: 'text', text: answer }], false));
  const [, , second] = hand.elements();
  const on = second && hand.shown(second);
  if (!on) throw new Error('no second button');
  const [click] = hand.say('click', { on });
  expect(click).toMatchObject({
    tool: 'press_on',
    args: { element: { value: '3', answer: 0 }, where: 'at #3' },
  });
  const { find = '' } = (click?.args.element ?? {}) as { find?: string };
  expect(new RegExp(find).exec(answer)?.[1]).toBe('3');
  expect(hand.say('fill', { on, text: 'two' }).map(({ tool }) => tool)).toEqual(['press_on', 'write']);
});

test('a value keeps its type where it is the whole argument', () => {
  const ask = { page: null };
  const say = (way: unknown, more: object) => (way as { say(of: object): unknown }).say({ ...ask, ...more });
  expect(say(mapping.verbs.clickAt, { x: 3, y: 4 })).toEqual([{ tool: 'point', args: { at: [3, 4] } }]);
  expect(say(mapping.verbs.check, { on: { ref: 5 }, to: false })).toEqual([
    { tool: 'tick', args: { element: 5, state: false } },
  ]);
  expect(mapping.tabs.parse('0 https://a.test/\n1 https://b.test/')).toEqual([
    { page: 0, find: null, url: 'https://a.test/' },
    { page: 1, find: null, url: 'https://b.test/' },
  ]);
});

test('a verb that is left out is one that no tool does; waiting reads again', () => {
  expect([mapping.verbs.drag, mapping.verbs.frame]).toMatchObject([{ by: 'nobody' }, { by: 'nobody' }]);
  expect(mapping.verbs.wait).toEqual({ by: 'reading' });
});

test('the data of a server holds it, and it comes before the mapping of a known id', () => {
  const server = serverFromCommand('playwright', 'mine {port}', { mapping: OwnMapping.parse(data) });
  expect(toolMappingOf(server)?.read(null)).toEqual({ tool: 'look', args: {} });
});

test.each([
  [
    { elements: '^(?<role>x' },
    'elements: must be a regular expression with the groups (?<role>) and (?<ref>)',
  ],
  [
    { elements: '(?<role>x)' },
    'elements: must be a regular expression with the groups (?<role>) and (?<ref>)',
  ],
  [
    { verbs: { click: { tool: 'a', args: { on: '{text}' } } } },
    'verbs.click: click may hold {ref}, {page} in its args',
  ],
  [{ verbs: { clik: { tool: 'a' } } }, 'verbs.clik: unknown field'],
  [{ read: { tool: '' } }, 'read.tool: must not be empty'],
])('a mistake is named: %j', (change, words) => {
  const parsed = OwnMapping.safeParse({ ...data, ...change });
  expect(parsed.error && describeIssues('config', parsed.error)[0]).toContain(`config: ${words}`);
});
