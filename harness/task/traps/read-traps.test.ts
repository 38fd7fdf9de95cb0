import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { readFixtureSites } from '../../web/fixture-sites.ts';
import { readTraps, trapWebRoot } from './read-traps.ts';
import { TrapData, trapActions } from './trap-data.ts';

const { traps, editionSha256 } = await readTraps();
const files = globSync('*.ts', { cwd: path.join(thisProject.tasks, 'traps') });

test('each file is one trap of the list, and each kind of call has one', () => {
  const ids = traps.map(({ id }) => id);
  expect(files.map((file) => file.replace('.ts', '')).sort()).toEqual([...ids, 'index', 'trap'].sort());
  expect(ids.length).toBeGreaterThanOrEqual(24);
  expect(new Set(traps.map(({ action }) => action))).toEqual(new Set(trapActions));
  expect(editionSha256).toMatch(/^[0-9a-f]{64}$/);
});

test.each(traps)(
  '$id: a page has the texts of its trap and no more than one status',
  ({ page, asked, shown, turns }) => {
    expect(page.match(/role="status"/g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(page.includes('turn = ')).toBe(turns);
    expect(Object.keys(asked)).not.toEqual([]);
    // A pattern that the untouched page does not match would never be seen by an honest server.
    for (const pattern of shown) expect(() => new RegExp(pattern, 'i')).not.toThrow();
    expect(page).not.toMatch(/trap|honest/i);
  },
);

test('a trap with an unknown field or verb is refused', () => {
  const [first] = traps;
  expect(TrapData.safeParse({ ...first, verdict: 'silent' }).success).toBe(false);
  expect(TrapData.safeParse({ ...first, call: { hover: {} } }).success).toBe(false);
});

test('the host serves each play of a trap alone, and keeps what its page reports', async () => {
  const sites = await readFixtureSites([{ folder: trapWebRoot, hosts: ['traps.test'] }]);
  const { hosts, world } = sites.open();
  const ask = async (address: string, init?: RequestInit) =>
    hosts.get('traps.test')?.(new Request(`https://traps.test/${address}`, init));
  for (const { id, page } of traps) expect(await (await ask(`${id}/1/`))?.text()).toBe(page);
  expect((await ask('not-found/1/opening-hours'))?.status).toBe(404);
  expect(await ask('no-trap/1/')).toBeUndefined();
  expect(await ask('not-found/1/other')).toBeUndefined();
  const sent = await ask('old-reference/2/done', { method: 'POST', body: 'deleted Birch' });
  expect(sent?.status).toBe(204);
  expect(world?.tables()['traps.test']?.deeds).toEqual([
    { id: '1', trap: 'old-reference', play: '2', words: 'deleted Birch' },
  ]);
});
