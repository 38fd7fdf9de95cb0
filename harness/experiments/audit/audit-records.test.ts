import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { noop } from '../../agents/controls/noop.ts';
import { spoofNetwork } from '../../agents/controls/spoof-network.ts';
import { storage } from '../../agents/controls/storage.ts';
import { replay } from '../../agents/replay.ts';
import { AuditRecord, type End } from '../../results/records/audit-record.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { auditRecords, differences, storeAudit } from './audit-records.ts';
import type { Column } from './judge-column.ts';

const columnOf = (
  maker: Column['maker'],
  ends: Record<string, End>,
  lacks: string | null = null,
): Column => ({
  maker,
  lacks,
  cells: new Map(
    Object.entries(ends).map(([task, end]) => [task, { end, attacks: end !== 'cannot', unconfined: false }]),
  ),
  ...{ wrong: [], unable: [], notes: [] },
});

const about = {
  server: { id: 'playwright', title: 'Playwright MCP', package: null, version: '1.0.0' },
  ...{ browser: 'Chromium 1', sha: null, at: '2026-11-24T00:00:00.000Z' },
};
const found = {
  suites: [
    { suite: 'one', edition: 2, taskIds: ['a', 'b'] },
    { suite: 'two', edition: 1, taskIds: ['c-s1'] },
  ],
  columns: [
    columnOf(replay, { a: 'passed', b: 'passed', 'c-s1': 'failed' }),
    columnOf(noop, { a: 'failed', b: 'failed', 'c-s1': 'failed' }),
    columnOf(storage, { a: 'passed', b: 'cannot', 'c-s1': 'failed' }),
    columnOf(spoofNetwork, {}, 'it gives no session'),
  ],
  mutations: {
    found: new Map([
      ['a', { made: 4, passed: 1 }],
      ['c-s1', { made: 2, passed: 0 }],
    ]),
    survivors: ['a: facts: x'],
  },
  templates: {
    instances: [
      {
        id: 'c-s1',
        otherWays: { played: 2, passed: 1 },
        nearMisses: { played: 3, passed: 0 },
        madeMisses: { made: 9, passed: 0, kinds: 6 },
      },
    ],
  },
  confined: true,
};

test('a suite has a record of its own, with played and constructed results', () => {
  const [one, two] = auditRecords(found, about).map((record) => AuditRecord.parse(record));
  const counts = (record: AuditRecord | undefined) =>
    record?.controls.map(({ control, lacks, played, made, attacks, passed }) => [
      control,
      ...[lacks, played, made, attacks, passed],
    ]);
  expect(one).toMatchObject({ suite: 'one', edition: 2, survivors: ['a: facts: x'] });
  expect(counts(one)).toEqual([
    ['noop', null, 2, 0, 2, 0],
    ['storage', null, 2, 0, 1, 1],
    ['spoof-network', 'it gives no session', 0, 0, 0, 0],
    ['near-misses', null, 0, 0, 0, 0],
    ['made-misses', null, 0, 0, 0, 0],
    ['mutations', null, 0, 4, 0, 1],
  ]);
  expect(two?.survivors).toEqual([]);
  expect(two?.tasks).toEqual([
    {
      task: 'c-s1',
      ends: { noop: 'failed', storage: 'failed' },
      attacks: ['noop', 'storage'],
      right: { replay: { played: 1, passed: 0 }, 'other-ways': { played: 2, passed: 1 } },
      wrong: {
        'near-misses': { played: 3, made: 0, passed: 0 },
        'made-misses': { played: 0, made: 9, passed: 0, kinds: 6 },
        mutations: { played: 0, made: 2, passed: 0 },
      },
    },
  ]);
});

test('a stored audit is compared only with tasks that were played again', async () => {
  const results = await folderOf();
  const [record] = auditRecords(found, about);
  if (!record) throw new Error('no record was made');
  expect(differences(results, record)).toEqual(['one@playwright: no stored audit']);
  const file = storeAudit(results, record);
  expect(file).toMatch(/audits\/one@playwright\.json$/);
  expect(AuditRecord.parse(JSON.parse(readFileSync(file, 'utf8')))).toEqual(record);
  const again = { ...found, mutations: null, columns: found.columns.slice(1, 2) };
  expect(
    auditRecords(again, about)
      .slice(0, 1)
      .flatMap((now) => differences(results, now)),
  ).toEqual([]);
  const worse = { ...again, columns: [columnOf(noop, { a: 'tampered', b: 'failed' })] };
  expect(
    auditRecords(worse, about)
      .slice(0, 1)
      .flatMap((now) => differences(results, now)),
  ).toEqual(['one@playwright: a: noop: got "tampered"; stored: "failed"']);
});
