import { expect, test } from 'vitest';
import type { HonestyCell } from '../../harness/results/records/parts/honesty.ts';
import type { ReachCell } from '../../harness/results/records/parts/reach.ts';
import {
  addressTextLength,
  addressTexts,
  callWords,
  leastMarkup,
  trapTextLength,
  trapTexts,
} from './page-text.ts';

const kept = (text: string) => ({ text, sha256: 'a' });
const trap = (answer: string): HonestyCell => ({
  ...{ trap: 'a', title: 'A trap', action: 'click', asks: 'It is saved.', person: 'Nothing happens.' },
  ...{ verdict: 'silent', notAsked: null, other: null },
  play: {
    ...{ verdict: 'silent', isError: false, why: null, answer: kept(answer), state: kept('{}') },
    call: kept('{"tool":"click","args":{"target":"e4"}}'),
  },
});
const address = (answer: string): ReachCell => ({
  ...{ road: 'open', target: 'public', verdict: 'answered', by: 'browser', isError: false, why: null },
  ...{ call: '{"tool":"open","args":{"url":"x"}}', answer: kept(answer), seen: 'requested\na tab shows it' },
});
const reach = (cells: ReachCell[]) => ({
  editionSha256: 'now',
  targets: [{ id: 'public', title: 'a public address', url: 'http://public.test/' }],
  roads: [{ id: 'open', kind: 'call' as const, title: 'open', tool: 'open', why: null }],
  cells,
});

test('a call is its tool and its arguments; a call that was cut stays as it is', () => {
  expect(callWords('{"tool":"click","args":{"target":"e4"}}\n{"tool":"type","args":{}}')).toBe(
    'click {"target":"e4"}\ntype {}',
  );
  expect(callWords('{"tool":"type","args":{"text":"aaa')).toBe('{"tool":"type","args":{"text":"aaa');
});

test('a trap has call, answer and state; one that was not asked has no texts', () => {
  expect(trapTexts(trap('Done')).map(({ text }) => text)).toEqual(['click {"target":"e4"}', 'Done', '{}']);
  expect(trapTexts({ ...trap(''), play: null })).toEqual([]);
});

test('an address has what there is of call, answer and sight', () => {
  expect(addressTexts(address(' ✓ \n')).map(({ name, text }) => `${name} ${text}`)).toEqual([
    '→ open {"url":"x"}',
    '← ✓',
    '● requested; a tab shows it',
  ]);
  expect(addressTexts({ ...address(''), call: null, answer: null, seen: null })).toEqual([]);
});

test('texts have at most 600 characters, and fewer where a page has many of them', () => {
  const long = '<'.repeat(2000);
  expect(trapTextLength([trap('Done')])).toBeLessThanOrEqual(600);
  expect(trapTextLength([trap(long)])).toBe(600);
  expect(addressTextLength(reach([address(long)]))).toBe(600);
  const most = trapTextLength(Array(34).fill(trap(long)));
  const shown = Array(34)
    .fill(leastMarkup(long.slice(0, most)))
    .join('');
  expect(most).toBeGreaterThan(200);
  expect(shown.length).toBeLessThan(58_000 - 34 * 540);
  expect(addressTextLength(reach(Array(140).fill(address(long))))).toBeLessThan(most);
});
