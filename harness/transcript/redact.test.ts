import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redactorFor, redactsAnything } from './redact.ts';

const redact = redactorFor({
  OPENAI_API_KEY: 'abcdef123456',
  GITHUB_TOKEN: 'ghp_0123456789',
  DB_PASSWORD: 'correct horse',
  MY_SECRET: 'abcdef123456-and-more',
  SHORT_KEY: 'abc',
  HOME: '/home/somebody',
});

test.each([
  ['the key is abcdef123456.', 'the key is [redacted:key].'],
  ['abcdef123456-and-more', '[redacted:key]'],
  ['?token=ghp_0123456789&x', '?token=[redacted:key]&x'],
  ['pass: correct horse', 'pass: [redacted:key]'],
  ['sk-ant-api03-abcdefghijklmnop', '[redacted:key]'],
  ['Authorization: Bearer abc.def-123_456', 'Authorization: Bearer [redacted:bearer]'],
  ['Cookie: sid=1; theme=dark\nHost: a.test', 'Cookie: [redacted:cookie]\nHost: a.test'],
  ['set-cookie: sid=1; HttpOnly', 'set-cookie: [redacted:cookie]'],
  ['{"cookie":"sid=1","x":"y"}', '{"cookie":"[redacted:cookie]","x":"y"}'],
  ['abc /home/somebody', 'abc /home/somebody'],
])('%s becomes %s', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
  expect(redact(redacted)).toBe(redacted);
  expect(redact({ deep: [{ text }] })).toEqual({ deep: [{ text: redacted }] });
});

test.each([
  [{ password: 'hunter2' }, { password: '[redacted:password]' }],
  [
    { newPasswd: 'hunter2', user: 'ada' },
    { newPasswd: '[redacted:password]', user: 'ada' },
  ],
  [
    { target: 'input[type=password]', text: 'hunter2' },
    { target: 'input[type=password]', text: '[redacted:password]' },
  ],
  [
    {
      fields: [
        { name: 'Password', type: 'textbox', value: 'hunter2' },
        { name: 'User', value: 'ada' },
      ],
    },
    {
      fields: [
        { name: 'Password', type: 'textbox', value: '[redacted:password]' },
        { name: 'User', value: 'ada' },
      ],
    },
  ],
  [
    { headers: { Cookie: 'sid=1', 'set-cookie': 'sid=2', accept: '*/*' } },
    { headers: { Cookie: '[redacted:cookie]', 'set-cookie': '[redacted:cookie]', accept: '*/*' } },
  ],
])('%j becomes %j', (value, redacted) => {
  expect(redact(value)).toEqual(redacted);
  expect(redactsAnything(redact, value)).toBe(true);
});

test('an empty password, and whatever holds no secret, stays as it is', () => {
  expect(redact({ password: '', target: '#password', ref: 'e12', n: 1, on: true, none: null })).toEqual({
    password: '',
    target: '#password',
    ref: 'e12',
    n: 1,
    on: true,
    none: null,
  });
  expect(redactsAnything(redact, { text: 'How to bear a cookie' })).toBe(false);
});

test('no value of a secret is left in anything', () => {
  const secrets = ['abcdef123456', 'ghp_0123456789', 'correct horse'];
  const text = fc
    .array(fc.oneof(fc.constantFrom(...secrets), fc.string()), { maxLength: 5 })
    .map((parts) => parts.join(' '));
  fc.assert(
    fc.property(fc.jsonValue(), text, (value, held) => {
      const said = JSON.stringify(redact({ value, held, list: [held] }));
      expect(secrets.filter((secret) => said.includes(secret))).toEqual([]);
    }),
  );
});

test('what was redacted is not redacted again', () => {
  const text = fc.array(
    fc.constantFrom(
      'Cookie',
      'set-cookie',
      ':',
      '=',
      ' ',
      '"',
      'Bearer',
      'abcdefgh123',
      '\n',
      '[redacted:key]',
    ),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(text, (parts) => {
      const once = redact(parts.join(''));
      expect(redact(once)).toBe(once);
    }),
  );
});
