import { join } from 'node:path';
import { expect, test } from 'vitest';
import { apiSchemas } from '../../harness/publish/board/api-schemas.ts';
import { readReleases, readServersRecords } from '../../harness/results/records/read-server-records.ts';
import { releasePagesOf } from '../history/release-pages.ts';
import { serverBoard } from '../history/servers.ts';
import { releasesFile } from './release-files.ts';

test('every measured release has a measured part in the file, also one of the earlier format', () => {
  const results = join(import.meta.dirname, '../../results');
  const board = serverBoard({
    servers: readServersRecords(results),
    capabilities: [],
    channels: [],
    suiteOf: () => 'all',
  });
  const file = releasesFile(releasePagesOf(readReleases(results), board), { asOf: null });
  expect(apiSchemas.releases.safeParse(file).error?.issues ?? []).toEqual([]);
  const without = file.releases.filter(
    ({ parts }) => !Object.values(parts).some((part) => part === 'measured' || part.startsWith('broken')),
  );
  expect(without).toEqual([]);
  expect(file.releases.length).toBeGreaterThan(0);
});
