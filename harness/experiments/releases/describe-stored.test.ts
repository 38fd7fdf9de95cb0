import { expect, test } from 'vitest';
import { exampleHead, exampleRelease } from '../../results/examples/example-release.ts';
import { releaseName } from '../../results/records/release-record.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { describeStored, storedWords } from './describe-stored.ts';

const { server } = exampleRelease();
const describing = async (record: object) =>
  describeStored(await folderOf({ [`servers/${releaseName(server)}.json`]: JSON.stringify(record) }), server);

test('a record says when its parts were measured, which they are, and why others are broken', async () => {
  const broken = { broken: 'it lists no tools' };
  const later = exampleRelease({ parts: { tools: broken, reach: broken } });
  Object.assign(later.parts.cost ?? {}, { ...exampleHead, at: '2026-03-01T00:00:00.000Z' });
  const stored = await describing(later);
  expect(stored).toMatchObject({
    isOlder: false,
    at: '2026-03-01T00:00:00.000Z',
    measured: ['install', 'cost'],
    missing: ['capabilities', 'exposure', 'honesty'],
  });
  expect(storedWords(stored)).toBe('2026-03-01: install, cost; broken (tools, reach): it lists no tools');
});

test('a record of an earlier version is told as that, and no record is not measured', async () => {
  expect(storedWords(await describing({ schema: 'contract-bench.servers.v1' }))).toBe(
    'costs only, in a record of an earlier version',
  );
  expect(describeStored(await folderOf(), server)).toBeNull();
  expect(storedWords(null)).toBe('not measured');
});
