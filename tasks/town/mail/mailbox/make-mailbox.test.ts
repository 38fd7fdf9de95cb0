import { expect, test } from 'vitest';
import { mailOf } from '../../../../harness/testing/mail-of.ts';
import { castOf } from './cast.ts';

const seeds = Array.from({ length: 8 }, (_, index) => index + 1);

test('a seed gives one mailbox, another seed another', () => {
  const texts = seeds.map((seed) => JSON.stringify(mailOf(seed).state()));
  expect(seeds.map((seed) => JSON.stringify(mailOf(seed).state()))).toEqual(texts);
  expect(new Set(texts).size).toBe(seeds.length);
});

test.each(seeds)('the mailbox of seed %i is as large as a used one, and its rows belong together', (seed) => {
  const { rows, world } = mailOf(seed);
  expect(rows('messages').length).toBeGreaterThan(300);
  expect(rows('threads').length).toBeGreaterThan(120);
  expect(rows('contacts').length).toBeGreaterThan(30);
  const ids = Object.fromEntries(
    ['threads', 'messages', 'folders', 'labels'].map((table) => [
      table,
      new Set(rows(table).map(({ id }) => id)),
    ]),
  );
  for (const { folder, labels } of rows('threads')) {
    expect(ids.folders).toContain(folder);
    for (const label of labels as string[]) expect(ids.labels).toContain(label);
  }
  const lastOf = new Map<unknown, string>();
  for (const { thread, date, inReplyTo, text, subject } of rows('messages')) {
    expect(ids.threads).toContain(thread);
    if (inReplyTo !== null) expect(ids.messages).toContain(inReplyTo);
    expect(String(date) < world.now).toBe(true);
    expect(String(date) >= (lastOf.get(thread) ?? '')).toBe(true);
    lastOf.set(thread, String(date));
    expect(`${text}${subject}`).not.toMatch(/undefined|NaN|[{}]/);
  }
  for (const { message } of rows('attachments')) expect(ids.messages).toContain(message);
});

test.each(seeds)('of seed %i each kind of thing has others beside it that are nearly the same', (seed) => {
  const { rows } = mailOf(seed);
  const bySender = Object.groupBy(rows('messages'), ({ from }) => String(from));
  for (const sender of ['billing@brightwater.test', 'tickets@saltmarsh-rail.test', 'accounts@northline.test'])
    expect(new Set(bySender[sender]?.map(({ subject }) => subject)).size).toBeGreaterThanOrEqual(6);
  const numbers = rows('messages').flatMap(
    ({ text }) => /^Invoice number: (.*)$/m.exec(String(text))?.[1] ?? [],
  );
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.length).toBeGreaterThan(20);
});

test('nobody is two things to the person', () => {
  for (const seed of seeds) {
    const { world } = mailOf(seed);
    const ids = Object.values(castOf(world)).flatMap((group) => group.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).not.toContain(world.person.id);
  }
});
