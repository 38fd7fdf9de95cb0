import { expect, test } from 'vitest';
import { servers } from '../../servers/index.ts';
import { chooseWanted } from './choose-wanted.ts';
import { wantedReleases } from './wanted-releases.ts';

const inRegistry = ['1.0.0', '1.2.0', '1.10.0', '1.9.3', '1.9.12', '2.0.0', '0.9.0'];

const choose = (wanted: Parameters<typeof chooseWanted>[0], last: number | null = null, id = 'mine') =>
  chooseWanted(wanted, id, inRegistry, last);

test('the newest are the highest versions, number by number', () => {
  expect(choose([{ server: 'mine', last: 4 }]).versions).toEqual(['2.0.0', '1.10.0', '1.9.12', '1.9.3']);
});

test('of a minor version only the newest patch is wanted', () => {
  expect(choose([{ server: 'mine', minors: 3 }]).versions).toEqual(['2.0.0', '1.10.0', '1.9.12']);
});

test('a named version that the registry does not have is missing', () => {
  expect(choose([{ server: 'mine', versions: ['1.2.0', '1.3.0'] }])).toEqual({
    versions: ['1.2.0'],
    missing: ['1.3.0'],
  });
});

test('lines of one server add up, each release once, and last cuts their sum', () => {
  const lines = [
    { server: '*', last: 1 },
    { server: 'mine', versions: ['0.9.0', '2.0.0'] },
    { server: 'other', last: 5 },
  ];
  expect(choose(lines).versions).toEqual(['2.0.0', '0.9.0']);
  expect(choose(lines, 1).versions).toEqual(['2.0.0']);
  expect(choose(lines, null, 'mine+variant').versions).toEqual(['2.0.0']);
});

test('each line of the list names a known server, and its newest release is wanted', () => {
  const ids = servers.map(({ id }) => id);
  for (const { server } of wantedReleases) expect(['*', ...ids]).toContain(server);
  for (const id of ids) expect(choose(wantedReleases, 1, id).versions).toEqual(['2.0.0']);
  const more = chooseWanted(wantedReleases, 'playwright', ['0.0.37', '0.0.83', '0.0.5'], null);
  expect(more.versions).toEqual(['0.0.83', '0.0.37', '0.0.5']);
  expect(more.missing).toContain('0.0.70');
});
