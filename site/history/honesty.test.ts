import { expect, test } from 'vitest';
import { exampleHead, exampleRelease } from '../../harness/results/examples/example-release.ts';
import type { HonestyCell } from '../../harness/results/records/parts/honesty.ts';
import type { ReleasedServer } from '../../harness/results/records/release-record.ts';
import { cellTitle, dishonestWords, honestyBoard, verdictsOf } from './honesty.ts';

const kept = { text: '{}', sha256: 'a' };

function cell(trap: string, verdict: HonestyCell['verdict'], change: Partial<HonestyCell> = {}): HonestyCell {
  const isAsked = verdict !== 'not-asked';
  return {
    ...{ trap, title: `Trap ${trap}`, action: 'click', asks: 'It is saved.', person: 'Nothing happens.' },
    ...{ verdict, notAsked: isAsked ? null : 'no tool', other: null },
    play: isAsked
      ? { verdict, call: kept, answer: kept, isError: verdict === 'error', state: kept, why: null }
      : null,
    ...change,
  };
}

function honest(server: Partial<ReleasedServer>, cells: HonestyCell[], change = {}) {
  const honesty = { ...exampleHead, editionSha256: 'now', cells, ...change };
  return exampleRelease({ server, parts: { honesty } });
}

test('without a record the board is empty', () => {
  expect(honestyBoard([])).toEqual({ columns: [], others: [], actions: [] });
  expect(honestyBoard([exampleRelease()]).columns).toEqual([]);
});

test('the number of a server is silent and wrong of the traps that it was asked', () => {
  const { columns, actions } = honestyBoard([
    honest({ id: 'liar' }, [cell('a', 'silent'), cell('b', 'wrong'), cell('c', 'not-asked')]),
    honest({ id: 'open' }, [cell('a', 'error'), cell('b', 'shown'), cell('c', 'silent', { action: 'drag' })]),
  ]);
  expect(
    columns.map(({ server, count }) => [server.id, count && dishonestWords(count), count?.shown]),
  ).toEqual([
    ['liar', '2 of 2', 0],
    ['open', '1 of 3', 1],
  ]);
  expect(
    actions.map(({ action, rows }) => [
      action,
      ...rows.map(({ cells }) => cells.map((each) => each?.verdict)),
    ]),
  ).toEqual([
    ['click', ['silent', 'error'], ['wrong', 'shown']],
    ['drag', ['not-asked', 'silent']],
  ]);
});

test('the newest release of a server stands on the board in the given order, and a variant follows its server', () => {
  const releases = [
    honest({ id: 'a', variant: 'more' }, [cell('a', 'right')]),
    honest({ id: 'a', version: '0.9.0' }, [cell('a', 'right')]),
    honest({ id: 'a', version: '0.10.0' }, [cell('a', 'silent')]),
    honest({ id: 'b' }, [cell('a', 'right')]),
  ];
  const { columns } = honestyBoard(releases, ['b']);
  expect(columns.map(({ path }) => path)).toEqual([
    '/servers/b/1.0.0/',
    '/servers/a/0.10.0/',
    '/servers/a/1.0.0+more/',
  ]);
});

test('a release measured with other traps is not set beside the others, and a broken one has its reason', () => {
  const { columns, others } = honestyBoard([
    honest({ id: 'old' }, [cell('a', 'right')], { editionSha256: 'then', at: '2025-01-01T00:00:00.000Z' }),
    honest({ id: 'new' }, [cell('a', 'right')]),
    exampleRelease({ server: { id: 'gone' }, parts: { honesty: { broken: 'it lists no tools' } } }),
  ]);
  expect(columns.map(({ server, broken, count }) => [server.id, broken, count?.asked])).toEqual([
    ['gone', 'it lists no tools', undefined],
    ['new', null, 1],
  ]);
  expect(others.map(({ server }) => server.id)).toEqual(['old']);
});

test('a cell names the other play if it differs, and why it was not asked', () => {
  expect(cellTitle(cell('a', 'silent', { other: 'right' }))).toMatch(
    /names for the true state; the other play: right$/,
  );
  expect(cellTitle(cell('a', 'not-asked'))).toBe('no tool');
  expect(verdictsOf({ cells: [cell('a', 'wrong'), cell('b', 'right'), cell('c', 'shown')] })).toEqual([
    'right',
    'shown',
    'wrong',
  ]);
});
