import { expect, test } from 'vitest';
import { selectorProblem } from './selector-problem.ts';

test.for([
  ...[
    'h1',
    '*',
    '#a > h2, b',
    '.infobox',
    '[id="method.trim"]',
    'a[b="c" i]',
    "a[href^='/x']",
    '*|a',
    ' h1 ',
  ],
  ...[
    '#orders tbody tr',
    'a + b ~ c>d',
    ':has(> a)',
    'h1:not(.a, .b)',
    'li:nth-child(2n + 1)',
    'input:checked',
  ],
  ...[
    'div::before',
    'p:first-line',
    String.raw`.a\:b`,
    '.ä',
    '--x',
    ':is(h1, h2) a',
    'a:not(:has(b))',
    'p:lang(en)',
  ],
])('%s is a selector', (selector) => {
  expect(selectorProblem(selector)).toBeNull();
});

test.for([
  ['', 'it ends too early'],
  ['h1[', 'not at "["'],
  ['h1,', 'it ends too early'],
  ['> a', 'not at "> a"'],
  ['a >', 'it ends too early'],
  ['a >> b', 'not at "> b"'],
  ['h1..x', 'not at "..x"'],
  ['#1x', 'not at "#1x"'],
  ['a b{}', 'not at "{}"'],
  ['a[b=c d]', 'not at "[b=c d]"'],
  ['//a', 'not at "//a"'],
  ['text=foo', 'not at "=foo"'],
  ['div:not()', 'not at ")"'],
  ['h1:not(a', 'not at ":not(a"'],
  ['a:contains("x")', ':contains() is not a CSS pseudo-class'],
  ['a:hovr', ':hovr is not a CSS pseudo-class'],
  ['svg|a', 'not at "|a"'],
] as const)('%s is none: %s', ([selector, why]) => {
  expect(selectorProblem(selector)).toBe(`must be a CSS selector (${why})`);
});
