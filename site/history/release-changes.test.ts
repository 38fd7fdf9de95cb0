import { expect, test } from 'vitest';
import {
  brokenRelease,
  exampleCapabilities,
  exampleHonesty,
  exampleTools,
} from '../../harness/results/examples/example-parts.ts';
import { exampleRelease } from '../../harness/results/examples/example-release.ts';
import { changeLines, compareReleases } from '../../harness/results/records/changes/compare-releases.ts';
import { changeWords, diffWords, otherParts, releaseChangesOf, shownChanges } from './release-changes.ts';
import { releasePagesOf } from './release-pages.ts';

const suiteName = (id: string) => id;
const older = exampleRelease({
  parts: {
    tools: exampleTools(1000, { click: ['ref'], open: ['url'], remove: [] }),
    capabilities: exampleCapabilities({ upload: 'native', drag: 'script', zoom: 'native' }),
    honesty: exampleHonesty(['error', 'silent', 'right']),
  },
});
const newer = exampleRelease({
  server: { version: '1.1.0' },
  parts: {
    tools: exampleTools(1100, { click: ['ref', 'element'], open: ['url'], see: [], hear: [] }),
    capabilities: exampleCapabilities({ upload: 'cannot', drag: 'native', zoom: 'native' }),
    honesty: exampleHonesty(['silent', 'error', 'right']),
  },
});
const changes = compareReleases(older, newer);

test('a newly required argument is the first change, and each other kind follows in a few words', () => {
  expect(changeWords(changes, suiteName)).toEqual([
    'newly required: element of click',
    '1 tool gone',
    '2 new tools',
    '1 capability lost',
    '1 trap worse',
    '1 capability won',
    '1 trap better',
    'tool list +10.0 %',
  ]);
});

test('three newly required arguments are counted, and a smaller list has a minus', () => {
  const tools = (tokens: number, required: string[]) =>
    exampleRelease({ parts: { tools: exampleTools(tokens, { click: required }) } });
  const found = compareReleases(tools(1000, ['ref']), tools(500, ['ref', 'a', 'b', 'c']));
  expect(changeWords(found, suiteName)).toEqual(['3 arguments newly required', 'tool list −50.0 %']);
});

test('equal releases have no difference, and a release without a comparable part says so', () => {
  expect(changeWords(compareReleases(older, older), suiteName)).toEqual(['no difference']);
  const broken = compareReleases(older, brokenRelease('1.2.0', 'it lists no tools'));
  expect(
    changeWords({ ...broken, parts: { ...broken.parts, install: broken.parts.tools } } as never, suiteName),
  ).toEqual(['no part is comparable']);
  const { install } = newer.parts;
  if (!install || 'broken' in install) throw new Error('the example has an install');
  const other = { ...older, parts: { ...older.parts, install: { ...install, files: 4, bytes: 2000 } } };
  expect(changeWords(compareReleases(older, other), suiteName)).toEqual(['small differences only']);
});

test('a page has the lines of servers diff in the same order, up to a number of lines and of characters', () => {
  const report = changeLines(changes);
  const all = shownChanges(changes, { lines: 99, characters: 999 });
  expect(all.left).toBe(0);
  expect(all.parts.map(({ id }) => id)).toEqual(['tools', 'capabilities', 'honesty']);
  expect(all.parts[0]?.lines[0]).toBe('newly required: element of click');
  for (const { id, lines } of all.parts)
    expect(report.slice(report.indexOf(`${id}:`) + 1, report.indexOf(`${id}:`) + 1 + lines.length)).toEqual(
      lines.map((line) => `  ${line}`),
    );
  const few = shownChanges(changes, { lines: 2, characters: 20 });
  expect(few.parts).toEqual([{ id: 'tools', lines: ['newly required: ele…', 'tools gone: remove'] }]);
  const total = all.parts.flatMap(({ lines }) => lines).length;
  expect(few.left).toBe(total - 2);
});

test('equal parts and parts that are not compared are named, the latter with the reason', () => {
  const { equal, notCompared } = otherParts(changes);
  expect(equal).toEqual(['cost', 'install']);
  expect(notCompared).toEqual([
    { why: 'not measured of mine@1.0.0; not measured of mine@1.1.0', ids: ['exposure', 'reach'] },
  ]);
});

test('each release is compared with the newest earlier one that is not broken, and a variant with its own', () => {
  const broken = brokenRelease('1.0.5', 'it lists no tools');
  const slim = (version: string) => exampleRelease({ server: { variant: 'slim', version } });
  const pages = releasePagesOf([older, broken, newer, slim('1.0.0'), slim('1.1.0')], { releases: [] });
  const found = releaseChangesOf(pages);
  const of = (path: string) => {
    const change = found.get(path);
    return [change?.before?.version ?? null, change?.changes?.equal ?? null];
  };
  expect(of('/servers/mine/1.1.0/')).toEqual(['1.0.0', false]);
  expect(found.get('/servers/mine/1.1.0/')?.skipped).toEqual([{ version: '1.0.5', why: 'it is broken' }]);
  expect(of('/servers/mine/1.0.5/')).toEqual(['1.0.0', null]);
  expect(of('/servers/mine/1.0.0/')).toEqual([null, null]);
  expect(of('/servers/mine/1.1.0+slim/')).toEqual(['1.0.0', true]);
  expect(of('/servers/mine/1.0.0+slim/')).toEqual([null, null]);
});

test('the command names releases, variants and servers of the user as servers diff reads them', () => {
  const server = (version: string, variant: string | null = null, id = 'mine') => ({ id, variant, version });
  expect(diffWords({ from: server('1.0.0'), to: server('1.1.0') })).toBe('servers diff mine 1.0.0 1.1.0');
  expect(diffWords({ from: server('1.0.0', 'slim'), to: server('1.1.0', 'slim') })).toBe(
    'servers diff mine +slim@1.0.0 +slim@1.1.0',
  );
  expect(diffWords({ from: server('1', null, 'custom:own'), to: server('2', null, 'custom:own') })).toBe(
    'servers diff own 1 2',
  );
});
