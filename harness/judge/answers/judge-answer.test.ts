import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAnswer, longestAnswer, nearAnswers, problemOfValue, sayAnswer } from './judge-answer.ts';
import { answerTypes } from './types/index.ts';

const lines = readFileSync(path.join(import.meta.dirname, 'answer-pairs.txt'), 'utf8').split('\n');

type Pair = { type: string; wanted: unknown; said: string; verdict: string; source: string };
const pairs: Pair[] = [];
let source = '';
for (const line of lines) {
  if (line.startsWith('# source: ')) source = line.slice('# source: '.length);
  if (line === '' || line.startsWith('#')) continue;
  const [type = '', wanted = '', said = '', verdict = ''] = line.split(' | ');
  pairs.push({ type, wanted: JSON.parse(wanted), said: JSON.parse(said), verdict, source });
}
const typesInTable = new Set(pairs.map(({ type }) => type));

test('the table has 200 pairs and more, of every type, each with its source', () => {
  expect(pairs.length).toBeGreaterThanOrEqual(200);
  expect([...typesInTable].sort()).toEqual(answerTypes.map(({ type }) => type).sort());
  expect(pairs.filter((pair) => pair.source === '')).toEqual([]);
});

test.each(pairs)('$type $wanted, said as $said: $verdict', ({ type, wanted, said, verdict }) => {
  expect(problemOfValue(type, wanted)).toBeNull();
  expect(isAnswer(type, wanted, said) ? 'yes' : 'no').toBe(verdict);
});

const values = [
  ...new Map(pairs.map(({ type, wanted }) => [JSON.stringify([type, wanted]), { type, wanted }])).values(),
];

test.each(values)('$type $wanted accepts its plainest form, and has near misses', ({ type, wanted }) => {
  expect(isAnswer(type, wanted, sayAnswer(type, wanted))).toBe(true);
  const near = nearAnswers(type, wanted);
  expect(near.length).toBeGreaterThan(0);
  for (const miss of near) expect(isAnswer(type, wanted, miss)).toBe(false);
});

test.each(values)(
  '$type $wanted is not told by it and another, nor by more than may be said',
  ({ type, wanted }) => {
    const said = sayAnswer(type, wanted);
    const [other = ''] = nearAnswers(type, wanted);
    for (const join of [' or ', ' / ', ', or maybe ', '\n'])
      expect(isAnswer(type, wanted, `${said}${join}${other}`)).toBe(false);
    expect(isAnswer(type, wanted, said + ' '.repeat(longestAnswer))).toBe(false);
  },
);

test('any text is judged', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...values),
      fc.string({ unit: 'binary', maxLength: 200 }),
      ({ type, wanted }, said) => {
        expect(typeof isAnswer(type, wanted, said)).toBe('boolean');
      },
    ),
  );
});

test('a number is the number that JSON reads, whatever digits it has', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }), (value) => {
      expect(isAnswer('number', value, sayAnswer('number', value))).toBe(true);
    }),
  );
});

test('the rule of every type is in the docs', () => {
  const docs = readFileSync(path.join(import.meta.dirname, '../../../docs/answers.md'), 'utf8');
  for (const { type, rule } of answerTypes) {
    expect(docs).toContain(`| \`${type}\` | `);
    expect(docs).toContain(`| ${rule} |`);
  }
});

test.each([
  ['currency', 41.8, 'must be an amount and its currency'],
  ['currency', { amount: 1, currency: 'XXX' }, 'must be one of CHF'],
  ['date', '2031-02-30', 'must be an existing day'],
  ['time', '9:30', 'must be a time as HH:MM'],
  ['duration', '90 minutes', 'must be a duration as PT1H30M'],
  ['integer', 1.5, 'must be a whole number'],
  ['list', [], 'must hold at least one item'],
  ['set', [{ type: 'date', value: 'x' }], 'must be a date as YYYY-MM-DD'],
  ['status', 'gone', 'must be one of not_found'],
])('a %s of %j is a mistake of the contract: %s', (type, value, message) => {
  expect(problemOfValue(type, value)?.message).toContain(message);
});
