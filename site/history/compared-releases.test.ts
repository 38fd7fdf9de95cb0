import { expect, test } from 'vitest';
import { exampleCapabilities, exampleHonesty } from '../../harness/results/examples/example-parts.ts';
import { exampleRelease } from '../../harness/results/examples/example-release.ts';
import type { ReleaseRecord } from '../../harness/results/records/release-record.ts';
import { asServer, releaseColumn } from './compared-releases.ts';
import { comparedRows } from './compared-servers.ts';
import { releasePagesOf } from './release-pages.ts';
import { comparePath } from './releases.ts';

const words = { suite: (id: string) => id, count: String };

function columnOf(record: ReleaseRecord) {
  const [page] = releasePagesOf([record], { releases: [] });
  if (!page) throw new Error('no page');
  return releaseColumn(page, comparedRows({ servers: [asServer(page)], suites: [] }, words));
}

test('a release has a column with its own parts, each with its edition', () => {
  const column = columnOf(
    exampleRelease({
      parts: {
        honesty: exampleHonesty(['silent', 'right'], 'an edition of traps'),
        capabilities: exampleCapabilities({ drag: 'native' }),
      },
    }),
  );
  expect(column).toEqual({
    title: 'My server 1.0.0',
    path: '/servers/mine/1.0.0/',
    parts: [
      {
        part: 'Release',
        edition: null,
        rows: [
          ['Version', '1.0.0'],
          ['Tokens of the tool list', null],
          ['Tools', null],
        ],
      },
      { part: 'Can do', edition: '1 gym', rows: [['To drag', expect.stringMatching(/\w/)]] },
      {
        part: 'Honest',
        edition: 'an edition of tr',
        rows: [
          ['Traps that are silent or wrong', '1 of 2'],
          ['Trap 0', 'silent'],
          ['Trap 1', 'right'],
        ],
      },
    ],
  });
});

test('a release without a measured part has only its version', () => {
  const { parts } = columnOf(
    exampleRelease({ parts: { honesty: { broken: 'it lists no tools' }, cost: null } }),
  );
  expect(parts.map(({ part }) => part)).toEqual(['Release']);
});

test('the address names both releases, a variant too', () => {
  const server = { id: 'mine', variant: null, version: '1.0.0' };
  expect(comparePath(server, { ...server, id: 'custom:own', variant: 'slim' })).toBe(
    '/servers/compare/?a=mine%401.0.0&b=custom-own%401.0.0%2Bslim',
  );
});
