import { expect, test } from 'vitest';
import { actionWords, frameIn } from './acted-on.ts';

const box = { x: 100, y: 40, width: 200, height: 20 };
const on = { role: 'link', name: 'Stationery', frame: null, box, scroll: { x: 0, y: 0 } };
const call = { tool: 'browser_click', args: { target: 'e1' } };

test.each([
  [call, on, 'click: link "Stationery"'],
  [{ tool: 'puppeteer_select_option', args: {} }, { ...on, name: '' }, 'select option: link without a name'],
  [call, { ...on, frame: 'https://a.test/in' }, 'click: link "Stationery", in a frame'],
  [call, null, null],
  [null, on, null],
])('%j on %j is said as %s', (made, acted, words) => {
  expect(actionWords({ call: made, on: acted })).toBe(words);
});

const view = { x: 0, y: 0, width: 1280, height: 720 };
const picture = { sha256: 'a'.repeat(64), width: 640, height: 360, view };

test.each([
  ['half as large as the page', picture, on, { x: 50, y: 20, width: 100, height: 10 }],
  [
    'scrolled since the picture',
    picture,
    { ...on, scroll: { x: 0, y: 100 } },
    { x: 50, y: 70, width: 100, height: 10 },
  ],
  ['cut at the edge', picture, { ...on, box: { ...box, x: -100 } }, { x: 0, y: 20, width: 50, height: 10 }],
  ['below what is shown', picture, { ...on, scroll: { x: 0, y: 800 } }, 'outside'],
  ['where it was is not known', picture, { ...on, box: null }, null],
  ['it does not move with the page', picture, { ...on, scroll: null }, null],
  ['a record without scroll', picture, { role: 'link', name: 'x', frame: null, box }, null],
  ['a picture without view', { ...picture, view: undefined }, on, null],
  ['a picture of another shape', { ...picture, height: 500 }, on, null],
  ['no picture', null, on, null],
  ['nothing acted on', picture, null, null],
] as const)('the frame: %s', (_, shown, acted, frame) => {
  expect(frameIn(shown, acted)).toEqual(frame);
});
