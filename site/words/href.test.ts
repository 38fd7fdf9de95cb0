import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { joinBase, movedPages, placeOf, places, tabOf } from './href.ts';

test.each([
  ['/', '/runs/', '/runs/'],
  ['/repo', '/runs/', '/repo/runs/'],
  ['/repo/', '/runs/', '/repo/runs/'],
  ['/a/b/', '/', '/a/b/'],
] as const)('below %s the path %s is %s', (base, path, expected) => {
  expect(joinBase(base, path)).toBe(expected);
});

test.each([
  ['/servers/', 'Servers', 'Cost'],
  ['/servers/can-do/', 'Servers', 'Can do'],
  ['/servers/playwright/', 'Servers', 'Cost'],
  ['/rows/0123/', 'Agents', undefined],
  ['/agents/matrix/', 'Agents', 'Matrix'],
  ['/tasks/mail-filter/', 'Tasks', 'Tasks'],
  ['/runs/0123/', 'Evidence', 'Runs'],
  ['/episodes/', 'Evidence', undefined],
  ['/docs/ci/', 'Docs', 'Documents'],
])('%s belongs to %s', (path, name, tab) => {
  const place = placeOf(places, path);
  expect(place?.name).toBe(name);
  expect(place && tabOf(place, path)?.name).toBe(tab);
});

test('the first page belongs to no place', () => {
  expect(placeOf(places, '/')).toBeUndefined();
});

test('no address leads to one that has moved itself', () => {
  const moved = movedPages({ skillRuns: ['one'], seeds: [['a-s1', '/tasks/a/#a-s1']] });
  const from = new Set(moved.map(([address]) => address));
  expect(from.size).toBe(moved.length);
  expect(moved.filter(([, to]) => from.has(to))).toEqual([]);
  expect(moved).toContainEqual(['/skills/one/', '/agents/skills/one/']);
  expect(moved).toContainEqual(['/tasks/a-s1/', '/tasks/a/#a-s1']);
});

test('the document of the site lists each place with its tabs', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../../docs/site.md'), 'utf8');
  for (const { name, tabs } of places) {
    const row = text.split('\n').find((line) => line.startsWith(`| ${name} |`));
    for (const { path: address } of tabs) expect(row).toMatch(new RegExp(`\`${address}[?&=a-z]*\``));
  }
});
