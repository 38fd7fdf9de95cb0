import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../../../testing/folder-of.ts';
import { exampleRelease } from '../../examples/example-release.ts';
import { type ReleaseRecord, releaseName } from '../release-record.ts';
import { changeLines, compareReleases } from './compare-releases.ts';
import { findReleases } from './find-releases.ts';

const older = exampleRelease();
const newer = exampleRelease({ server: { version: '1.1.0' } });

function withPart(release: ReleaseRecord, part: Partial<ReleaseRecord['parts']>): ReleaseRecord {
  return { ...release, parts: { ...release.parts, ...part } };
}

test('equal parts are named as equal, and parts that a release lacks are not compared', () => {
  const changes = compareReleases(older, newer);
  expect(changes).toMatchObject({
    equal: true,
    parts: { cost: { compared: true, equal: true }, tools: { compared: false, toMeasure: ['from', 'to'] } },
  });
  expect(changeLines(changes)).toEqual([
    'mine@1.0.0 -> mine@1.1.0',
    '',
    'not compared:',
    '  tools, capabilities, honesty, exposure, reach: not measured of mine@1.0.0; not measured of mine@1.1.0',
    expect.stringMatching(
      /^ {2}to measure: .* servers measure mine@1\.0\.0 --only tools,capabilities,honesty,exposure,reach --write$/,
    ),
    expect.stringMatching(/^ {2}to measure: .* servers measure mine@1\.1\.0 --only tools,.* --write$/),
    '',
    'equal: cost, install',
  ]);
});

test('a broken part is not compared, and its reason is there', () => {
  const broken = withPart(newer, { cost: { broken: 'it lists no tools' } });
  expect(compareReleases(older, broken).parts.cost).toEqual({
    compared: false,
    why: 'broken in mine@1.1.0: it lists no tools',
    toMeasure: [],
  });
});

test('parts of two editions are never compared, and the older one is to be measured', () => {
  const { cost } = newer.parts;
  if (!cost || 'broken' in cost) throw new Error('the example has costs');
  const other = withPart(newer, {
    cost: { ...cost, editionSha256: 'other', at: '2026-06-01T00:00:00.000Z' },
  });
  const changes = compareReleases(older, other);
  expect(changes.parts.cost).toEqual({
    compared: false,
    why: 'two editions of pages and exercises, which are never compared',
    toMeasure: ['from'],
  });
  expect(changeLines(changes)).toContain(
    '  cost: two editions of pages and exercises, which are never compared',
  );
});

test('a difference stands below the name of its part, and the releases are not equal', () => {
  const { install } = newer.parts;
  if (!install || 'broken' in install) throw new Error('the example has an install');
  const changes = compareReleases(older, withPart(newer, { install: { ...install, node: '>=24' } }));
  expect(changes.equal).toBe(false);
  expect(changeLines(changes).slice(1, 4)).toEqual(['', 'install:', '  Node: >=20 -> >=24']);
});

const slim = { ...exampleRelease({ server: { variant: 'slim', version: '1.1.0' } }) };
const mine = { id: 'mine', variant: null };

async function stored() {
  const records = [older, newer, slim].map((each) => [
    `servers/${releaseName(each.server)}.json`,
    JSON.stringify(each),
  ]);
  const v1 = readFileSync(path.join(import.meta.dirname, '../samples/servers-v1.json'), 'utf8');
  return folderOf({ ...Object.fromEntries(records), 'servers/mine@0.9.0.json': v1 });
}

test.each([
  ['1.0.0', '1.1.0', 'mine@1.0.0', 'mine@1.1.0'],
  ['1.1.0', '+slim', 'mine@1.1.0', 'mine+slim@1.1.0'],
  ['+slim', '1.0.0', null, null],
  ['+slim@1.1.0', '1.0.0', 'mine+slim@1.1.0', 'mine@1.0.0'],
  ['+slim', '+slim', 'mine+slim@1.1.0', 'mine+slim@1.1.0'],
])('%s and %s are found as %s and %s', async (from, to, one, other) => {
  const results = await stored();
  const find = () => findReleases(results, mine, { from, to });
  if (one === null) return expect(find).toThrow(/mine\+slim@1\.0\.0\.json: got no such file; /);
  const found = find();
  expect([releaseName(found.from.server), releaseName(found.to.server)]).toEqual([one, other]);
});

test.each([
  ['2.0.0', /mine@2\.0\.0\.json: got no such file; expected .*: .* servers measure mine@2\.0\.0 --write$/],
  [
    '0.9.0',
    /mine@0\.9\.0\.json: got a record of an earlier version, .* expected contract-bench\.servers\.v2; /,
  ],
  [
    '+none',
    /mine\+none@1\.0\.0\.json: got no such file; .* servers measure mine@1\.0\.0 --variant none --write$/,
  ],
  ['a b', /^servers diff: got "a b"; expected a version, /],
  ['+slim@', /^servers diff: got "\+slim@"; expected a version, /],
  ['', /^servers diff: got ""; expected a version, /],
])(
  'a release without a record, or no name of one, is an error with the next command: %s',
  async (to, words) => {
    const results = await stored();
    expect(() => findReleases(results, mine, { from: '1.0.0', to })).toThrow(words);
  },
);
