import { expect, test } from 'vitest';
import { exampleHead, exampleRelease } from '../../harness/results/examples/example-release.ts';
import type { Dispute, DisputedCell } from '../../harness/results/records/disputes.ts';
import type { ReachCell } from '../../harness/results/records/parts/reach.ts';
import { disputeOf, reachBoard, summaryOf, summaryWords } from './reach.ts';
import { disputedPath, lengthThatFits, releasePath, releaseTitle } from './releases.ts';

test('the page of a release, of a variant, and of a version that is no file name', () => {
  const server = { id: 'mine', variant: null, version: '1.0.0' };
  expect(releasePath(server)).toBe('/servers/mine/1.0.0/');
  expect(releasePath({ ...server, variant: 'caps' })).toBe('/servers/mine/1.0.0+caps/');
  expect(releasePath({ ...server, id: 'custom:mine' })).toBe('/servers/custom-mine/1.0.0/');
  expect(releasePath({ ...server, version: 'a/b c' })).toBe('/servers/mine/a-b-c/');
  expect(releaseTitle({ title: 'Mine', variant: 'caps' })).toBe('Mine +caps');
});

test('texts are cut to the length at which all of them fit, and short ones stay whole', () => {
  const texts = (...lengths: number[]) => lengths.map((length) => '<'.repeat(length));
  expect(lengthThatFits(texts(10, 20, 30), 100)).toBe(30);
  expect(lengthThatFits(texts(10, 50, 80), 90)).toBe(40);
  expect(lengthThatFits(texts(10, 50, 80), 360, (text) => text.replaceAll('<', '&lt;'))).toBe(40);
  expect(lengthThatFits(texts(100, 100), 0)).toBe(0);
  expect(lengthThatFits([], 10)).toBe(0);
});

const cell = (
  road: string,
  target: string,
  verdict: ReachCell['verdict'],
  by: ReachCell['by'],
): ReachCell => ({
  ...{ road, target, verdict, by, isError: null, why: null },
  ...{ call: null, answer: null, seen: null },
});
const road = (id: string) => ({ id, kind: 'call' as const, title: id, tool: id, why: null });
const reach = {
  ...{ ...exampleHead, editionSha256: 'now' },
  targets: [
    { id: 'public', title: 'a public address', url: 'http://public.test/' },
    { id: 'file', title: 'a file', url: 'file:///etc' },
  ],
  roads: [road('open'), road('fetch'), road('tab')],
  cells: [
    ...[cell('open', 'public', 'answered', 'browser'), cell('open', 'file', 'refused', 'server')],
    ...[cell('fetch', 'public', 'answered', 'server'), cell('fetch', 'file', 'blocked', 'browser')],
    cell('tab', 'file', 'not-asked', null),
  ],
};

test('a target of a server sums up its roads, and says what the server itself asked for', () => {
  expect(summaryWords(summaryOf(reach, 'public'))).toBe(
    'answered on 2 of 2 roads (on 1 by the server itself)',
  );
  expect(summaryWords(summaryOf(reach, 'file'))).toBe(
    'answered on 0 of 2 roads, blocked on 1, refused on 1, not asked on 1',
  );
});

test('the board has a row for each target and a column for each server with the part', () => {
  expect(reachBoard([exampleRelease()])).toEqual({ columns: [], others: [], rows: [] });
  const { columns, rows } = reachBoard([
    exampleRelease({ parts: { reach } }),
    exampleRelease({ server: { id: 'gone' }, parts: { reach: { broken: 'no sandbox' } } }),
  ]);
  expect(columns.map(({ server, broken }) => [server.id, broken])).toEqual([
    ['gone', 'no sandbox'],
    ['mine', null],
  ]);
  expect(
    rows.map(({ target, cells }) => [target.id, ...cells.map((each) => each?.answered ?? null)]),
  ).toEqual([
    ['public', null, 2],
    ['file', null, 0],
  ]);
});

const disputed = (cell: DisputedCell): Dispute => ({
  ...{ id: 'a-cell', opened: '2026-02-01', sha: null, runId: null, taskId: null, cell },
  ...{ claim: 'it answers', outcome: 'open', closed: null, answer: null, url: null },
});

test('a target is disputed on the board if one of its roads is', () => {
  const dispute = disputed({ release: 'mine@1.0.0', part: 'reach', id: 'fetch--file' });
  const [column] = reachBoard([exampleRelease({ parts: { reach } })], [], [dispute]).columns;
  if (!column) throw new Error('no column');
  expect([...column.disputed.keys()]).toEqual(['fetch--file']);
  expect([disputeOf(column, 'file')?.id, disputeOf(column, 'public')]).toEqual(['a-cell', undefined]);
  const [undisputed] = reachBoard([exampleRelease({ parts: { reach } })]).columns;
  expect(undisputed?.disputed.size).toBe(0);
});

test.each([
  ['mine@1.0.0', 'honesty', '/servers/mine/1.0.0/honesty/#a'],
  ['mine@1.0.0', 'reach', '/servers/mine/1.0.0/reach/#a'],
  ['mine@1.0.0', 'capabilities', '/servers/mine/1.0.0/#a'],
  ['gone@1.0.0', 'honesty', null],
] as const)('a disputed cell of %s, part %s, is at %s', (release, part, wanted) => {
  expect(disputedPath({ release, part, id: 'a' }, [exampleRelease()])).toBe(wanted);
});
