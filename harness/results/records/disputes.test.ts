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

test.for([
  ['closed without an answer', { outcome: 'declined', closed: '2026-11-03' }],
  ['open with an answer', { answer: 'no' }],
  ['a link that is none', { url: 'javascript:alert(1)' }],
  ['another field', { more: 1 }],
] as const)('a dispute is refused: %s', async ([, changes]) => {
  const file = await fileOf({ ...open, ...changes });
  expect(() => readDisputes(file)).toThrow();
});
