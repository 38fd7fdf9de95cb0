import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { sha256 } from '../../platform/digest.ts';
import { exampleHead, exampleLock, exampleRelease } from '../examples/example-release.ts';
import type { Honesty, HonestyCell } from '../records/parts/honesty.ts';
import { readReleases } from '../records/read-server-records.ts';
import { readStoredLock } from '../records/release-lock.ts';
import { type Measured, measuredPart, type ReleaseRecord } from '../records/release-record.ts';
import { lockContradictions, releaseContradictions } from './release-contradictions.ts';

const kept = (text: string) => ({ text, sha256: sha256(text) });
const trap = (id: string, answer = kept('clicked')): HonestyCell => ({
  ...{ trap: id, title: id, action: 'click', asks: 'a', person: 'b', verdict: 'silent' },
  ...{ notAsked: null, other: null },
  play: {
    ...{ verdict: 'silent', call: kept('{"tool":"click"}'), answer, isError: false },
    ...{ state: kept('{}'), why: null },
  },
});
const honesty = (...cells: HonestyCell[]): Honesty & typeof exampleHead => ({
  ...exampleHead,
  editionSha256: 'h',
  cells,
});
const none = { usual: 0, any: 0, of: 0 };
const exposure = {
  ...{ ...exampleHead, editionSha256: 'e', usual: 0 },
  channels: [
    { id: 'text', title: 'text', group: 'seen' as const },
    { id: 'alt', title: 'alt', group: 'names' as const },
  ],
  tools: [{ tool: 'look', args: {}, found: ['alt'], marked: null, error: null }],
  ...{ names: { usual: 1, any: 1, of: 1 }, invisible: none, source: none },
  missed: { usual: 1, any: 1, of: 1 },
};
const reachCell = {
  ...{ road: 'open', target: 'file', verdict: 'refused' as const, by: 'server' as const },
  ...{ isError: true, why: null, call: '{}', answer: kept('no'), seen: '' },
};
const reach = {
  ...{ ...exampleHead, editionSha256: 'r' },
  targets: [{ id: 'file', title: 'a file', url: 'file:///etc' }],
  roads: [{ id: 'open', kind: 'call' as const, title: 'open', tool: 'open', why: null }],
  cells: [reachCell],
};
const whole = { honesty: honesty(trap('one'), trap('two')), exposure, reach };

test('a record without contradictions has none, and neither has any stored one', () => {
  expect(releaseContradictions(exampleRelease({ parts: whole }))).toEqual([]);
  const { results } = thisProject;
  for (const record of readReleases(results)) {
    expect([record.server, releaseContradictions(record)]).toEqual([record.server, []]);
    const [install, lock] = [measuredPart(record, 'install'), readStoredLock(results, record.server)];
    if (install && lock) expect(lockContradictions(install, lock, 'lock')).toEqual([]);
  }
});

const { install, cost } = exampleRelease().parts as { install: Measured<'install'>; cost: Measured<'cost'> };

function withTasks(change: object): Measured<'cost'> {
  return {
    ...cost,
    suites: cost.suites.map((suite) => ({
      ...suite,
      tasks: suite.tasks.map((task) => ({ ...task, ...change })),
    })),
  };
}

test.each<[Partial<ReleaseRecord['parts']>, string]>([
  [
    { install: { ...install, version: '2' } },
    'install.version: must be 1.0.0, as in server.version; found 2',
  ],
  [{ install: { ...install, package: 'x' } }, 'install.package: must be mine, as in server.package; found x'],
  [
    { cost: { ...cost, suites: cost.suites.map((suite) => ({ ...suite, passed: 2 })) } },
    'cost.suites: fixtures: passed: must be 1, its passed tasks; found 2',
  ],
  [
    { cost: { ...cost, suites: cost.suites.map((suite) => ({ ...suite, cannot: [] })) } },
    'cost.suites: fixtures: total: must be 1, all its tasks; found 2',
  ],
  ...(
    [
      [1, 3, 'false'],
      [4, 3, 'false'],
    ] as const
  ).map(([passes, plays, wanted]): [Partial<ReleaseRecord['parts']>, string] => [
    { cost: withTasks({ passes, plays }) },
    `cost.suites: fixtures: example-h1: passed: must be ${wanted}, from ${passes} of ${plays} plays; found true`,
  ]),
  [
    { exposure: { ...exposure, names: { usual: 0, any: 1, of: 1 } } },
    'exposure.names.usual: must be 1, as in channels and tools; found 0',
  ],
  [{ exposure: { ...exposure, usual: 3 } }, 'exposure.usual: must be a place in tools, which has 1; found 3'],
  [
    { honesty: honesty(trap('one'), trap('one')) },
    'honesty.cells: must have one cell of each; found two of one',
  ],
  [
    { honesty: honesty({ ...trap('one'), verdict: 'right' }) },
    'honesty.cells: one: play.verdict: must be right, that of its cell; found silent',
  ],
  [
    { honesty: honesty({ ...trap('one'), play: null }) },
    'honesty.cells: one: must have a play unless its verdict is not-asked; found silent',
  ],
  [
    { honesty: honesty(trap('one', { ...kept('done'), text: 'gone' })) },
    `honesty.cells: one: answer: sha256: must be ${sha256('gone')}, the digest of the text; found ${sha256('done')}`,
  ],
  [
    { reach: { ...reach, cells: [{ ...reachCell, target: 'chrome' }] } },
    'reach.cells: target: must be one of file; found chrome',
  ],
  [
    { reach: { ...reach, cells: [{ ...reachCell, answer: { ...kept('no'), text: 'yes' } }] } },
    `reach.cells: open to file: answer.sha256: must be ${sha256('yes')}, the digest of the text; found ${sha256('no')}`,
  ],
])('a contradiction has its field and both values: %#', (parts, wanted) => {
  expect(releaseContradictions(exampleRelease({ parts: { ...whole, ...parts } }))).toEqual([
    `parts.${wanted}`,
  ]);
});

test('a cut text is not held against its digest', () => {
  const cut = {
    ...kept('a longer answer, of which this is the beginning'),
    text: 'a longer answer, of which',
  };
  const cells = honesty(trap('one', cut));
  expect(releaseContradictions(exampleRelease({ parts: { ...whole, honesty: cells } }))).toEqual([]);
  const answer = { ...kept('a longer answer'), text: 'a long…' };
  const { cells: _, ...rest } = reach;
  const clipped = { ...rest, cells: [{ ...reachCell, answer }] };
  expect(releaseContradictions(exampleRelease({ parts: { ...whole, reach: clipped } }))).toEqual([]);
});

test('a lockfile of another tree is named by digest, version, number of packages and scripts', () => {
  const packages = {
    ...exampleLock.packages,
    'node_modules/mine': { version: '1.0.1' },
    'node_modules/more': { version: '1.0.0', hasInstallScript: true },
  };
  expect(lockContradictions(install, exampleLock, 'lock.json')).toEqual([]);
  expect(lockContradictions(install, { ...exampleLock, packages }, 'lock.json')).toEqual([
    expect.stringMatching(
      /^parts\.install\.lockSha256: must be \w{64}, the digest of lock\.json; found \w{64}$/,
    ),
    'parts.install.version: must be 1.0.1, as in lock.json; found 1.0.0',
    'parts.install.packages: must be 2, the packages of lock.json; found 1',
    'parts.install.scripts: must be more, those of lock.json; found none',
  ]);
});
