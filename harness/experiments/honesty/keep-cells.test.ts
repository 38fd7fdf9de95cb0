import { expect, test } from 'vitest';
import { countHonesty, Honesty, type HonestyVerdict } from '../../results/records/parts/honesty.ts';
import { readTraps } from '../../task/traps/read-traps.ts';
import { type Outcome, toCells } from './keep-cells.ts';

const { traps, editionSha256 } = await readTraps();
const [trap] = traps;
if (!trap) throw new Error('there are no traps');

function outcome(verdict: HonestyVerdict, text = 'x'): Outcome {
  return { verdict, why: null, isError: false, call: text, answer: text, state: text };
}

test('the worse of two plays counts, and the other one is named', () => {
  const [cell] = toCells([trap], () => [outcome('error'), outcome('silent')]);
  expect(cell).toMatchObject({ verdict: 'silent', other: 'error', notAsked: null });
  const [same] = toCells([trap], () => [outcome('silent'), outcome('silent')]);
  expect(same).toMatchObject({ verdict: 'silent', other: null });
});

test('a trap that was not asked has a reason and is not counted', () => {
  const outcomes: Outcome[] = [{ notAsked: 'no tool drags' }, { notAsked: 'no tool drags' }];
  const cells = toCells([trap], () => outcomes);
  expect(cells[0]).toMatchObject({ verdict: 'not-asked', notAsked: 'no tool drags', play: null });
  expect(countHonesty({ cells })).toMatchObject({ asked: 0, dishonest: 0 });
  const [once] = toCells([trap], () => [{ notAsked: 'it hung' }, outcome('right')]);
  expect(once).toMatchObject({ verdict: 'right', other: 'not-asked: it hung' });
});

test('however long its answers are, a part stays below 120 kB, and keeps the digest of the whole text', () => {
  const long = (length: number) => toCells(traps, () => [outcome('silent', '"\u{1F600}'.repeat(length))]);
  const [few, many] = [long(10), long(100_000)];
  expect(few[0]?.play?.answer.text).toHaveLength(30);
  const part = Honesty.parse({ editionSha256, cells: many });
  expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(120_000);
  expect(many[0]?.play?.answer.text.length).toBeGreaterThan(100);
  expect(many[0]?.play?.answer.sha256).not.toBe(few[0]?.play?.answer.sha256);
});
