import { expect, test } from 'vitest';
import { printed } from './printed.ts';

test.each([
  ['words', 'Straße 7, 5 €, 日本, 🙂\n\tindented', 'Straße 7, 5 €, 日本, 🙂\n\tindented'],
  ['colours', '\u001b[31mred', '\\u001b[31mred'],
  ['the clipboard', '\u001b]52;c;cm0=\u0007', '\\u001b]52;c;cm0=\\u0007'],
  ['C1', '\u009b31m\u0085::error::', '\\u009b31m\\u0085::error::'],
  ['direction', 'a\u202eb\u2066c\u200f', 'a\\u202eb\\u2066c\\u200f'],
  ['nothing to see', 'a\u200bb\ufeffc\u{e0041}', 'a\\u200bb\\ufeffc\\udb40\\udc41'],
  ['half a pair', 'a\ud800', 'a\\ud800'],
  ['a return', 'a\rb\r\nc', 'a\\u000db\nc'],
  ['a command', '::error::x', '\\u003a:error::x'],
  [
    'a command on a line of its own',
    'a\n \u00a0\t::stop-commands::x',
    'a\n \u00a0\t\\u003a:stop-commands::x',
  ],
  ['a command behind a return', 'a\r::add-mask::x', 'a\\u000d::add-mask::x'],
  ['a command behind a separator', 'a\u2028::set-output::x', 'a\\u2028::set-output::x'],
  ['an older command', 'a ##[error]x', 'a #\\u0023[error]x'],
  ['an address', 'at a::b and ::1', 'at a::b and ::1'],
])('%s', (_, text, shown) => {
  expect(printed(text)).toBe(shown);
  expect(printed(shown)).toBe(shown);
});

test('JSON keeps its value', () => {
  const value = { said: '\u001b[31m\u009b\u202e\u{e0041} ##[error]\n::error::' };
  expect(JSON.parse(printed(JSON.stringify(value, null, 2)))).toEqual(value);
});
