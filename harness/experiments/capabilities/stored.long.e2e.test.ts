import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { listedServer, servers } from '../../servers/index.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { measureCapabilitiesOf } from './measure-capabilities-of.ts';

const come = servers.flatMap(({ id, origin }) => ('package' in origin ? [id] : []));

test.each(come)('what is stored of %s is what it can do today', async (id) => {
  const { differences, records } = await measureCapabilitiesOf([listedServer(id)], {
    ...{ project: thisProject, env: process.env, signal: new AbortController().signal, capabilities: [] },
    ...{ out: await folderOf({}), workers: 2, write: false, check: true, log: () => {} },
  });
  expect(differences).toEqual([]);
  expect(records.map(({ cells }) => cells.length)).toEqual([40]);
});
