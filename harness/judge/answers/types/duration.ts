import * as z from 'zod';
import { decimalOf, readDecimal } from '../decimal.ts';
import { withoutStop } from '../tidy.ts';
import { defineAnswer } from './type.ts';

/** From long to short; months and years have no fixed length. */
const units = [
  { seconds: 604_800, words: ['weeks', 'week', 'wk', 'w'] },
  { seconds: 86_400, words: ['days', 'day', 'd'] },
  { seconds: 3600, words: ['hours', 'hour', 'hrs', 'hr', 'h'] },
  { seconds: 60, words: ['minutes', 'minute', 'mins', 'min', 'm'] },
  { seconds: 1, words: ['seconds', 'second', 'secs', 'sec', 's'] },
] as const;

const iso = /^p(?=.)(?:(?<w>\d+)w)?(?:(?<d>\d+)d)?(?:t(?=.)(?:(?<h>\d+)h)?(?:(?<m>\d+)m)?(?:(?<s>\d+)s)?)?$/;
const clock = /^(?<h>\d{1,3}):(?<m>[0-5]\d):(?<s>[0-5]\d)$/;
const words = new RegExp(
  `^${units.map((unit) => `(?:(\\d[\\d.,]*) ?(?:${unit.words.join('|')})\\b\\.?(?:,? and |, ?| )?)?`).join('')}$`,
);

function readSeconds(said: string): string | null {
  const { w = '0', d = '0', h = '0', m = '0', s = '0' } = (iso.exec(said) ?? clock.exec(said))?.groups ?? {};
  const fields = [w, d, h, m, s];
  const inWords = words.exec(said)?.slice(1);
  const counts =
    iso.test(said) || clock.test(said)
      ? fields
      : said === '' || !inWords
        ? null
        : inWords.map((count) => count ?? '0');
  const decimals = counts?.map(readDecimal);
  if (!decimals || decimals.includes(null)) return null;
  return decimalOf(decimals.reduce((sum, count, at) => sum + Number(count) * (units[at]?.seconds ?? 0), 0));
}

export const duration = defineAnswer({
  type: 'duration',
  value: z
    .string('must be a duration as PT1H30M')
    .refine((value) => iso.test(value.toLowerCase()), 'must be a duration as PT1H30M or P2D'),
  rule: 'in ISO 8601 (`PT1H30M`), as `1:30:00`, or as numbers with units from the longest to the shortest (`1 h 30 min`, `90 minutes`, `1.5 hours`). `1:30` is rejected because it could be hours or minutes',
  isSaid: (said, value) => {
    const lower = said.toLowerCase();
    const read = readSeconds(lower) ?? readSeconds(withoutStop(lower));
    return read !== null && read === readSeconds(value.toLowerCase());
  },
  say: (value) => value,
  misses: (value) => [
    `${value.replace(/\d+/, (count) => String(Number(count) + 1))}`,
    '1:30',
    `${value} or more`,
  ],
});
