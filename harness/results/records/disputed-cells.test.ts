import { expect, test } from 'vitest';
import { exampleHead, exampleRelease } from '../examples/example-release.ts';
import { disputedCells, disputeFaults } from './disputed-cells.ts';
import type { Dispute, DisputedCell } from './disputes.ts';

const about = { release: 'mine@1.0.0', part: 'honesty', id: 'covered' } satisfies DisputedCell;
const open: Dispute = {
  ...{ id: 'a-cell', opened: '2026-01-31', sha: null, runId: null, taskId: null },
  ...{ cell: about, claim: 'it reports the failure', outcome: 'open' },
  ...{ closed: null, answer: null, url: null },
};
const closed = { closed: '2026-02-02', answer: 'so it is' };

const cellOf = (trap: string) => ({
  ...{ trap, title: trap, action: 'click', asks: 'a', person: 'b', verdict: 'not-asked' as const },
  ...{ notAsked: 'no tool', play: null, other: null },
});
const reachCell = {
  ...{ road: 'open', target: 'file', verdict: 'not-asked' as const, by: null },
  ...{ isError: null, why: 'no answer', call: null, answer: null, seen: null },
};
const capability = {
  ...{ capability: 'upload', title: 'Upload', verdict: 'cannot' as const, way: null, tools: [] },
  ...{ calls: null, bytes: null, tokens: null, missing: [], failed: [] },
};
function release(at = exampleHead.at) {
  const head = { ...exampleHead, at, editionSha256: 'e' };
  return exampleRelease({
    parts: {
      honesty: { ...head, cells: [cellOf('covered'), cellOf('disabled')] },
      reach: { ...head, targets: [], roads: [], cells: [reachCell] },
      capabilities: {
        ...head,
        ...{ suite: { id: 'gym', edition: 1, webSha256: 'w' }, seeds: [1] },
        ...{ tokenizer: { name: 't', encoding: 'e', version: '1' }, words: [], cells: [capability] },
      },
    },
  });
}
const marked = (disputes: Dispute[], of = release()) => [...disputedCells(disputes, of, 'honesty').keys()];

test('a cell is disputed until its part is measured after the day of the dispute', () => {
  expect(marked([open])).toEqual(['covered']);
  // The part is of noon on the same day.
  expect(marked([{ ...open, opened: '2026-02-01' }])).toEqual(['covered']);
  expect(marked([{ ...open, opened: '2026-01-30' }])).toEqual([]);
  expect(marked([open], release('2026-02-01T00:00:00.000Z'))).toEqual([]);
});

test('an upheld dispute marks its cell as an open one does, and a declined one does not', () => {
  expect(marked([{ ...open, ...closed, outcome: 'upheld' }])).toEqual(['covered']);
  expect(marked([{ ...open, ...closed, outcome: 'declined' }])).toEqual([]);
});

test('only the named release, variant and part are marked, and the newest dispute of a cell counts', () => {
  const other = (cell: Partial<DisputedCell>) => ({ ...open, cell: { ...about, ...cell } });
  expect(marked([other({ release: 'mine@2.0.0' }), other({ release: 'mine+caps@1.0.0' })])).toEqual([]);
  expect(marked([other({ part: 'reach' }), { ...open, cell: null }])).toEqual([]);
  const caps = exampleRelease({ server: { variant: 'caps' }, parts: release().parts });
  expect(marked([open, other({ release: 'mine+caps@1.0.0' })], caps)).toEqual(['covered']);
  const two = [{ ...open, id: 'newer' }, open];
  expect(disputedCells(two, release(), 'honesty').get('covered')?.id).toBe('newer');
});

test.each<[Partial<DisputedCell>, Partial<Dispute>, string[]]>([
  [{}, {}, []],
  [{ part: 'reach', id: 'open--file' }, {}, []],
  [{ part: 'capabilities', id: 'upload' }, {}, []],
  [
    { release: 'mine@1.0.1' },
    {},
    [
      'a-cell: cell.release: got mine@1.0.1; expected a release with a record of parts: did you mean mine@1.0.0? there is mine@1.0.0',
    ],
  ],
  [
    { id: 'covred' },
    {},
    [
      'a-cell: cell.id: got covred; expected a cell of honesty of mine@1.0.0: did you mean covered? there is covered, disabled',
    ],
  ],
  [
    { part: 'reach', id: 'file' },
    {},
    [
      'a-cell: cell.id: got file; expected a cell of reach of mine@1.0.0: did you mean open--file? there is open--file',
    ],
  ],
  // A withdrawn record, and a cell that the pages of a later measurement no longer have.
  [{ release: 'mine@0.9.0' }, { ...closed, outcome: 'upheld' }, []],
  [{ id: 'removed' }, { opened: '2026-01-01' }, []],
])('a dispute about what is not there is named: %j %j', (cell, changes, faults) => {
  expect(disputeFaults([{ ...open, ...changes, cell: { ...about, ...cell } }], [release()])).toEqual(faults);
});

test('a part that was not measured cannot be disputed', () => {
  expect(disputeFaults([open], [exampleRelease()])).toEqual([
    'a-cell: cell.part: got honesty; expected a part that was measured of mine@1.0.0',
  ]);
});
