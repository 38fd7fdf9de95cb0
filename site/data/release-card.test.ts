import { expect, test } from 'vitest';
import { exampleHead, exampleRelease } from '../../harness/results/examples/example-release.ts';
import type { ReleaseRecord } from '../../harness/results/records/release-record.ts';
import { xmlFault } from '../../harness/testing/xml-fault.ts';
import { releaseNumbers } from '../history/release-numbers.ts';
import { releasePagesOf } from '../history/release-pages.ts';
import { releaseBadges } from './badge.ts';
import { cardThemes, changeCard, releaseCard } from './release-card.ts';

const trap = { trap: 'a', title: 'A trap', action: 'click', asks: 'It is saved.', person: 'Nothing.' };
const honesty: ReleaseRecord['parts']['honesty'] = {
  ...exampleHead,
  editionSha256: 'now',
  cells: [
    { ...trap, verdict: 'silent', notAsked: null, play: null, other: null },
    { ...trap, trap: 'b', verdict: 'not-asked', notAsked: 'no tool', play: null, other: null },
  ],
};
const name = (id: string) => id;
const stamp = { asOf: null };

test('a release has the numbers of its measured parts, the traps first; without a part it has none', () => {
  const numbers = (parts = {}) => releaseNumbers({ record: exampleRelease({ parts }), cost: null }, name);
  expect(numbers({ honesty })).toEqual([{ value: '1 of 1', words: 'traps silent or wrong' }]);
  expect(numbers({ honesty: { broken: 'it lists no tools' } })).toEqual([]);
  expect(releaseNumbers({ record: null, cost: null }, name)).toEqual([]);
});

test('a release with a number has a badge by its version and variant, and one without has none', () => {
  const pages = releasePagesOf(
    [
      exampleRelease({ server: { variant: 'more' }, parts: { honesty } }),
      exampleRelease({ server: { id: 'bare' } }),
    ],
    { releases: [] },
  );
  const badge = { message: '1 of 1 traps silent or wrong', color: 'blue' };
  expect(releaseBadges(pages, name, stamp)).toEqual([
    ['mine@1.0.0+more', { label: 'My server +more 1.0.0', ...badge }],
  ]);
  const [invented] = releaseBadges(pages, name, { ...stamp, synthetic: true });
  expect(invented?.[1].label).toMatch(/^SYNTHETIC /);
});

test('a card shows at most six numbers in the colours of its theme, and says so without any', async () => {
  const numbers = Array.from({ length: 9 }, (_, at) => ({ value: `${at}`, words: `number ${at}` }));
  for (const theme of ['light', 'dark'] as const) {
    const card = releaseCard({ title: '<b> & 1.0.0', numbers, foot: 'A bench' }, theme);
    expect(await xmlFault(card)).toBeNull();
    for (const text of ['&#60;b&#62; &#38; 1.0.0', 'number 5', 'A bench', cardThemes[theme].paper])
      expect(card).toContain(text);
    expect(card).not.toContain('number 6');
  }
  const empty = releaseCard({ title: 'Mine', numbers: [], foot: '' }, 'light');
  expect(empty).toContain('No part was measured.');
});

test('a card of changes names both releases, has at most six lines, and says how many more there are', async () => {
  const of = (count: number) => ({
    ...{ title: 'Mine 1.1.0', since: '1.0.0', foot: 'A bench' },
    words: Array.from({ length: count }, (_, at) => `change <${at}>`),
  });
  for (const theme of ['light', 'dark'] as const) {
    const card = changeCard(of(8), theme);
    expect(await xmlFault(card)).toBeNull();
    for (const text of [
      'Mine 1.1.0 since 1.0.0',
      'change &#60;4&#62;',
      'and 3 more changes',
      cardThemes[theme].paper,
    ])
      expect(card).toContain(text);
    expect(card).not.toContain('change &#60;5&#62;');
  }
  const six = changeCard(of(6), 'light');
  expect(six).toContain('change &#60;5&#62;');
  expect(six).not.toContain('more changes');
  expect(changeCard(of(0), 'light')).toContain('No difference.');
});
