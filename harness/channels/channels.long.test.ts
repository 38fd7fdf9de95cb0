import { expect, test } from 'vitest';
import { thisProject } from '../cli/this-project.ts';
import { listedServer, servers } from '../servers/index.ts';
import { readChannelsOf } from './read-channels-of.ts';

const come = servers.flatMap(({ id, origin }) => ('package' in origin ? [id] : []));

test.each(come)('what is stored of %s is what its tools answer today', async (id) => {
  const asked = { project: thisProject, env: process.env, write: false, check: true, log: () => {} };
  const { differences, records } = await readChannelsOf([listedServer(id)], asked);
  expect(differences).toEqual([]);
  expect(records[0]?.tools.flatMap(({ found }) => found)).toContain('text');
});
