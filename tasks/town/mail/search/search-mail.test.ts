import { expect, test } from 'vitest';
import { mailOf } from '../../../../harness/testing/mail-of.ts';
import { parseQuery } from './parse-query.ts';

/** The ids of the conversations on the pages of a search, in order. */
async function found(mail: ReturnType<typeof mailOf>, query: string): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { text } = await mail.get(`/search?${new URLSearchParams({ q: query, page: String(page) })}`);
    pages = Number(/Page \d+ of (\d+)/.exec(text)?.[1] ?? 1);
    ids.push(...[...text.matchAll(/<a href="\/thread\/(\w+)"/g)].map(([, id = '']) => id));
  }
  return ids;
}

const hidden = ['spam', 'trash'];

test('natural searches have six results or more', async () => {
  const few: string[] = [];
  for (const seed of [1, 2, 3]) {
    const mail = mailOf(seed);
    for (const query of [
      'invoice',
      'booking',
      'moved',
      'from:saltmarsh',
      'has:attachment',
      'ticket',
      'order',
    ])
      if ((await found(mail, query)).length < 6) few.push(`${query} in ${seed}`);
  }
  expect(few).toEqual([]);
});

test('what is found is what the rows say, newest first, and nothing of spam or trash', async () => {
  const mail = mailOf(1);
  const shown = mail.rows('threads').filter(({ folder }) => !hidden.includes(String(folder)));
  const by = (holds: (message: (typeof messages)[number]) => boolean) =>
    new Set(messages.filter(holds).map(({ thread }) => String(thread)));
  const ids = new Set(shown.map(({ id }) => id));
  const messages = mail.rows('messages').filter(({ thread }) => ids.has(String(thread)));
  const attached = new Set(mail.rows('attachments').map(({ message }) => message));
  const cases = {
    'subject:invoice': by(({ subject }) => /invoice/i.test(String(subject))),
    'from:brightwater': by(({ from }) => /brightwater/.test(String(from))),
    'has:attachment after:2031-02-01': by(({ id, date }) => attached.has(id) && String(date) >= '2031-02-01'),
    'before:2030-12-01 subject:"your ticket"': by(
      ({ date, subject }) => String(date) < '2030-12-01' && /your ticket/i.test(String(subject)),
    ),
    'subject:invoice -from:brightwater': by(
      ({ subject, from }) => /invoice/i.test(String(subject)) && !/brightwater/.test(String(from)),
    ),
    'in:travel': by(({ thread }) => shown.find(({ id }) => id === thread)?.folder === 'travel'),
    'label:bills': by(({ thread }) =>
      JSON.stringify(shown.find(({ id }) => id === thread)?.labels).includes('"bills"'),
    ),
  };
  for (const [query, wanted] of Object.entries(cases))
    expect([query, (await found(mail, query)).sort()]).toEqual([query, [...wanted].sort()]);
  const latest = new Map<string, string>();
  for (const { thread, date } of messages) latest.set(String(thread), String(date));
  const dates = (await found(mail, 'invoice')).map((id) => latest.get(id) ?? '');
  expect(dates).toEqual(dates.toSorted().toReversed());
});

test('spam is searched where the search names it', async () => {
  const mail = mailOf(1);
  expect((await found(mail, 'prize in:spam')).length).toBeGreaterThan(0);
  expect(await found(mail, 'prize')).toEqual([]);
  expect((await mail.get('/search?q=zebra')).text).toContain('No conversation matches “zebra”');
});

test.each([
  [
    'from:ada "two words" -boat',
    [
      { operator: 'from', value: 'ada', not: false },
      { operator: 'words', value: 'two words', not: false },
      { operator: 'words', value: 'boat', not: true },
    ],
  ],
  ['Subject:"The Boat"', [{ operator: 'subject', value: 'the boat', not: false }]],
  [
    'https://a.test 12:30',
    [
      { operator: 'words', value: 'https://a.test', not: false },
      { operator: 'words', value: '12:30', not: false },
    ],
  ],
  ['', []],
])('“%s” is read as its terms', (text, terms) => {
  expect(parseQuery(text)).toEqual({ terms, mistakes: [] });
});

test.each(['before:soon', 'after:2031-13-01', 'has:picture', 'is:late'])(
  '“%s” is refused in words',
  (text) => {
    expect(parseQuery(text).mistakes).toEqual([expect.stringContaining(text)]);
  },
);
