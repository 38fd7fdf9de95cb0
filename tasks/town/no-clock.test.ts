import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = globSync(['town/**/*.{ts,js,html}', 'web/*.town.test/**/*.{ts,js,html}'], {
  cwd: root,
}).filter((file) => !file.endsWith('.test.ts'));

/** Sources of differences between two visits of one seed. A `Date` of a fixed instant is allowed, the current time is not. */
const forbidden: Readonly<Record<string, RegExp>> = {
  'the clock':
    /\bDate\.now\b|\bnew Date\(\s*\)|(?<!new )\bDate\(|\bperformance\.(now|timeOrigin)\b|\bhrtime\b|\btimeStamp\b/,
  chance: /\bMath\.random\b|\brandomUUID\b|\bgetRandomValues\b|\brandomBytes\b/,
  'the zone or language of the machine':
    /\btoLocale\w*\((?!.*timeZone: 'UTC')|\bIntl\.(?!.*timeZone: 'UTC')|\blocaleCompare\b|\bgetTimezoneOffset\b|\.get(Hours|Date|Day|Month|FullYear|Minutes)\(/,
  'a poll': /\bsetInterval\b|\bEventSource\b|\bWebSocket\b|\brequestAnimationFrame\b/,
};

function faultsOf(file: string, text: string): string[] {
  const found = Object.entries(forbidden).filter(([, pattern]) => pattern.test(text));
  const waits = [...text.matchAll(/\bsetTimeout\([^;]*?,\s*([\w.]+)\)/g)].filter(
    ([, wait]) => !(Number(wait) <= 200),
  );
  return [
    ...found.map(([what]) => `${file}: ${what}`),
    ...waits.map(([call]) => `${file}: waits longer than 200 ms: ${call}`),
  ];
}

test('no script of a site of the town asks the clock, draws lots, or goes by the zone of a machine', () => {
  expect(sources.length).toBeGreaterThan(40);
  expect(sources.flatMap((file) => faultsOf(file, readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
});

test.each([
  ['const now = Date.now();'],
  ['const now = new Date();'],
  ['const id = Math.random();'],
  ['const id = crypto.randomUUID();'],
  ["day.toLocaleDateString('en')"],
  ["new Intl.DateTimeFormat('en')"],
  ['names.sort((a, b) => a.localeCompare(b))'],
  ['day.getDate()'],
  ['setInterval(look, 1000)'],
  ['setTimeout(save, 2000)'],
  ['setTimeout(save, wait)'],
])('%s would be noticed', (text) => {
  expect(faultsOf('x', text)).toHaveLength(1);
});

test.each([
  ["new Date(Date.parse('2031-03-11T00:00:00Z'))"],
  ["day.toLocaleDateString('en', { timeZone: 'UTC' })"],
  ['day.getUTCDay()'],
  ['setTimeout(ask, 150)'],
])('%s is fine', (text) => {
  expect(faultsOf('x', text)).toEqual([]);
});
