import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redactorFor, secretIn } from './redact.ts';

const redactor = redactorFor({
  OPENAI_API_KEY: 'abcdef123456',
  GITHUB_TOKEN: 'ghp_0123456789',
  DB_PASSWORD: 'correct horse',
  MY_SECRET: 'abcdef123456-and-more',
  SHORT_KEY: 'abc',
  HOME: '/home/somebody',
});
const redact = <T>(value: T) => redactor(value, 'free');

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
  expect(secretIn(redactorFor({}), value)).not.toBeNull();
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
  expect(secretIn(redactorFor({}), { text: 'How to bear a cookie' })).toBeNull();
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

test('only what is free is redacted', () => {
  const knows = redactorFor({});
  knows.learn('passed');
  const record = { status: 'passed', error: 'it passed', deep: [{ passed: 'passed', said: 'passed' }] };
  const where = { error: 'free', deep: { '*': { said: 'free' } } } as const;
  expect(knows(record, where)).toEqual({
    status: 'passed',
    error: 'it [redacted:password]',
    deep: [{ passed: 'passed', said: '[redacted:password]' }],
  });
});

test.each([
  ['pass', 'a pass, passed by; bypass', 'a [redacted:password], passed by; bypass'],
  ['https', 'https://a.test/ and httpsx', '[redacted:password]://a.test/ and httpsx'],
  ['p w+1', '?w=p+w%2B1&v=p%20w%2B1', '?w=[redacted:password]&v=[redacted:password]'],
  ['say "ab"', '{"value":"say \\"ab\\""}', '{"value":"[redacted:password]"}'],
  ['redacted', 'redacted [redacted:key]', '[redacted:password] [redacted:key]'],
  ['päss', 'päss pässe', '[redacted:password] pässe'],
  ['abc', 'abc is too short', 'abc is too short'],
])('%j is redacted where it is a whole word', (password, text, redacted) => {
  const knows = redactorFor({});
  knows.learn(password);
  expect(knows(text, 'free')).toBe(redacted);
  expect(knows(redacted, 'free')).toBe(redacted);
});

test('a password that everybody can read is none, and the secrets of the environment stay some', () => {
  const knows = redactorFor({ MY_KEY: 'key-of-mine' }, ['Sign in as ada with "apple-pie 7".']);
  knows.learn('apple-pie 7');
  knows.learn('pine-apple 8');
  const args = { element: 'Password', text: 'apple-pie 7', also: 'key-of-mine' };
  expect(knows(args, 'free')).toEqual({ ...args, also: '[redacted:key]' });
  expect(knows('apple-pie 7, pine-apple 8', 'free')).toBe('apple-pie 7, [redacted:password]');
  expect(knows.keys('key-of-mine, pine-apple 8', 'free')).toBe('[redacted:key], pine-apple 8');
  expect(knows.shaped('key-of-mine, pine-Äpple 8', 'free')).toBe('[redacted:key], pine-Äpple 8');
  expect(knows.shaped('pine-apple 8', 'free')).toBe('xxxx-xxxxx 0');
});

test('the argument that holds a secret is named', () => {
  const fields = [
    { name: 'user', value: 'ada' },
    { name: 'Password', value: 'hunter2' },
  ];
  expect(secretIn(redactorFor({}), { fields })).toBe('fields[1].value');
  expect(secretIn(redactorFor({}), { password: 'hunter2' })).toBe('password');
  expect(secretIn(redactorFor({}, ['It is hunter2.']), { fields })).toBeNull();
});

test('a short key of a server of this machine is a common word, and stays', () => {
  const text = 'ollama of ollama.com';
  const redacted = (address: string, name = 'OPENAI_BASE_URL') =>
    redactorFor({ OPENAI_API_KEY: 'ollama', [name]: address })(text, 'free');
  for (const address of ['http://localhost:11434/v1', 'http://127.0.0.1:9', 'http://u:p@[::1]:9/'])
    expect(redacted(address)).toBe(text);
  expect(redacted('https://localhost.example/v1')).toBe('[redacted:key] of [redacted:key].com');
  expect(redacted('http://localhost:11434', 'OTHER_BASE_URL')).toBe('[redacted:key] of [redacted:key].com');
});
