import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyFilter } from './key-filter.ts';

const key = 'sk-proj/Ab+9_z."x-0123456789';
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const escapes = (text: string, form: (code: string) => string) =>
  [...text].map((letter) => form(letter.charCodeAt(0).toString(16).padStart(2, '0'))).join('');

test.each([
  ['as it is', key],
  ['in JSON', json(key)],
  ['in JSON within JSON', json(json(key))],
  ['escaped as JSON', escapes(key, (code) => `\\u00${code}`)],
  ['escaped as JSON, in capitals', escapes(key, (code) => `\\u00${code.toUpperCase()}`)],
  ['with escaped slashes', key.replaceAll('/', '\\/')],
  ['in a URL', encodeURIComponent(key)],
  ['in a URL, in small letters', encodeURIComponent(key).toLowerCase().replace('ab', 'Ab')],
  ['in a URL within a URL', encodeURIComponent(encodeURIComponent(key))],
  ['escaped as a URL', escapes(key, (code) => `%${code}`)],
  ['in HTML', escapes(key, (code) => `&#x${code};`)],
  ['in hexadecimal', Buffer.from(key).toString('hex')],
  ['in base64', Buffer.from(key).toString('base64')],
  ['in base64 of URLs', Buffer.from(key).toString('base64url')],
  ['in base64 after other bytes', Buffer.from(`Bearer ${key}`).toString('base64')],
  ['in base64 between other bytes', Buffer.from(`u:${key}:p`).toString('base64')],
  ['in base64 in JSON', Buffer.from(key).toString('base64').replaceAll('/', '\\/')],
])('a key is removed %s', (_, form) => {
  const cleaned = new KeyFilter(key).text(`Authorization "${form}" is wrong`);
  expect(cleaned).toMatch(/^Authorization ".{0,10}\[key\].{0,4}" is wrong$/);
});

test.each(['', '\\', '\\\\', '\\'.repeat(40_000)])(
  'a key is removed after backslashes, in linear time',
  (before) => {
    const filter = new KeyFilter(key);
    for (const form of [key, encodeURIComponent(key), escapes(key, (code) => `&#x${code};`)])
      expect(filter.text(`a${before}${form}`)).toMatch(/^a\\*\[key\]$/);
    expect(filter.text(`a${before}b`)).toBe(`a${before}b`);
  },
);

test('a stream with any splits comes out without the key, and whole lines pass at once', () => {
  const filter = new KeyFilter(key);
  const event = `data: ${JSON.stringify({ text: `Grüße, ${key}` })}\n\n`;
  fc.assert(
    fc.property(fc.array(fc.nat(200), { maxLength: 6 }), fc.boolean(), (cuts, ends) => {
      const bytes = Buffer.from(`${event}${event}${ends ? '' : 'data: rest'}`);
      const places = [0, ...cuts.map((cut) => cut % bytes.length).sort((a, b) => a - b), bytes.length];
      const pieces = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
      const said = [...pieces.map((piece) => filter.lines(piece)), filter.last()];
      expect(String(Buffer.concat(said))).toBe(String(bytes).replaceAll(json(key), '[key]'));
    }),
  );
  expect(String(filter.lines(Buffer.from('data: a\ndata: b')))).toBe('data: a\n');
});

test('a short key stays, because it may be a common word', () => {
  expect(new KeyFilter('ollama').text('ollama serves it')).toBe('ollama serves it');
  const local = (key: string) => new KeyFilter(key, 'http://localhost:8080/v1').text(`${key} serves it`);
  expect([local('llama.cpp'), local('sk-0123456789')]).toEqual(['llama.cpp serves it', '[key] serves it']);
});
