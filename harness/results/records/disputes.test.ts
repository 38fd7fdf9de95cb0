import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { type Dispute, readDisputes } from './disputes.ts';

const open: Dispute = {
  id: 'a-row',
  opened: '2026-11-01',
  sha: 'abc',
  runId: null,
  taskId: null,
  cell: null,
  claim: 'it is of another server',
  outcome: 'open',
  closed: null,
  answer: null,
  url: null,
};
const fileOf = async (...disputes: unknown[]) =>
  path.join(
    await folderOf({ 'd.json': JSON.stringify({ schema: 'contract-bench.disputes.v1', disputes }) }),
    'd.json',
  );

test('the committed list can be read', () => {
  expect(readDisputes('site/data/disputes.json')).toBeInstanceOf(Array);
});

test('disputes come newest first', async () => {
  const later = {
    ...open,
    id: 'later',
    opened: '2026-11-02',
    outcome: 'upheld',
    closed: '2026-11-03',
    answer: 'withdrawn',
  };
  expect(readDisputes(await fileOf(open, later)).map(({ id }) => id)).toEqual(['later', 'a-row']);
});

test('a dispute names a run, a cell of a server, or neither', async () => {
  const { cell: _, ...ofRun } = open;
  const cell = { release: 'mine@1.0.0', part: 'honesty', id: 'covered' };
  const found = readDisputes(await fileOf(ofRun, { ...open, id: 'b', sha: null, cell }));
  expect(found.map((each) => each.cell)).toEqual([null, cell]);
});

test.for([
  ['closed without an answer', { outcome: 'declined', closed: '2026-11-03' }],
  ['open with an answer', { answer: 'no' }],
  ['a link that is none', { url: 'javascript:alert(1)' }],
  ['another field', { more: 1 }],
  ['a cell beside a run', { cell: { release: 'mine@1.0.0', part: 'honesty', id: 'covered' } }],
  ['a part without cells', { sha: null, cell: { release: 'mine@1.0.0', part: 'cost', id: 'one' } }],
  ['a cell without an id', { sha: null, cell: { release: 'mine@1.0.0', part: 'reach', id: '' } }],
] as const)('a dispute is refused: %s', async ([, changes]) => {
  const file = await fileOf({ ...open, ...changes });
  expect(() => readDisputes(file)).toThrow();
});
