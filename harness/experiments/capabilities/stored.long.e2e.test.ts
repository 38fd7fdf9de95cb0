import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { CapabilitiesRecord } from '../../results/records/capabilities-record.ts';
import { listedServer, servers } from '../../servers/index.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { measureServers } from '../measure-servers.ts';
import { capabilities } from '../measurements/capabilities.ts';

const come = servers.flatMap(({ id, origin }) => ('package' in origin ? [id] : []));

test.each(come)('the stored record of %s is its current result', async (id) => {
  const { differences, records } = await measureServers(capabilities, [listedServer(id)], {
    ...{ project: thisProject, env: process.env, signal: new AbortController().signal, only: [] },
    ...{ values: { out: await folderOf({}), workers: 2 }, write: false, check: true, log: () => {} },
  });
  expect(differences).toEqual([]);
  expect(records.map((record) => CapabilitiesRecord.parse(record).cells.length)).toEqual([40]);
});
