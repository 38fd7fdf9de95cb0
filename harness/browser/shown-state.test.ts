import { expect, test } from 'vitest';
import { ShownState } from './shown-state.ts';

type Row = [id: number, parent: number, type: 1 | 3 | 9, name: string, value?: string, attributes?: string[]];
type Shown = { clock?: string; style?: string; other?: string; field?: string; ids?: number[]; url?: string };

/** A page with a clock (element 2 with the text 3), a paragraph (4 with the text 5) and a field (6), in the order of `ids`. */
function shown(
  { clock = '10', style = '', other = '-', field = '', ids = [1, 2, 3, 4, 5, 6], url = 'a' }: Shown = {},
  judged = 'tab',
): ShownState {
  const all: Row[] = [
    [1, 0, 9, '#document'],
    [2, 1, 1, 'P', '', ['style', style]],
    [3, 2, 3, '#text', clock],
    [4, 1, 1, 'P'],
    [5, 4, 3, '#text', other],
    [6, 1, 1, 'INPUT'],
  ];
  const rows = ids.flatMap((wanted) => all.filter(([id]) => id === wanted));
  const strings: string[] = [];
  const index = (text: string) => strings.push(text) - 1;
  const nodes = {
    backendNodeId: ids,
    parentIndex: rows.map(([, parent]) => ids.indexOf(parent)),
    nodeType: rows.map(([, , type]) => type),
    nodeName: rows.map(([, , , name]) => index(name)),
    nodeValue: rows.map(([, , , , value = '']) => index(value)),
    attributes: rows.map(([, , , , , attributes = []]) => attributes.map(index)),
    inputValue: { index: [ids.indexOf(6)], value: [index(field)] },
    isClickable: { index: [] },
  };
  const document = { documentURL: index(url), nodes } as never;
  return new ShownState(judged, [{ documents: [document], strings }, null]);
}

const opened = shown();
const before = shown({ clock: '9', style: 'color: green' });
const moving = before.movedSince(opened);

test('the elements that change by themselves are learned from two states', () => {
  expect([...moving]).toEqual(['0:2']);
  expect(shown().movedSince(opened).size).toBe(0);
});

test('a page on which only these changed shows the same', () => {
  expect(shown({ clock: '9', style: 'color: green' }).isLike(before, new Set())).toBe(true);
  expect(shown({ clock: '8', style: 'color: red' }).isLike(before, moving)).toBe(true);
  expect(shown({ clock: '8' }).isLike(before, new Set())).toBe(false);
});

test.each<[string, Shown, string?]>([
  ['a text', { other: 'new' }],
  ['the value of a field', { field: 'Ada' }],
  ['a removed element', { ids: [1, 2, 3, 6] }],
  ['another order', { ids: [1, 4, 5, 2, 3, 6] }],
  ['another address', { url: 'b' }],
  ['another judged tab', {}, 'other'],
])('%s is another page, also beside a clock', (_, changed, judged = 'tab') => {
  for (const clock of ['8', '9']) {
    const other = shown({ clock, style: 'color: green', ...changed }, judged);
    expect([other.isLike(before, moving), before.isLike(other, moving)]).toEqual([false, false]);
  }
});
