import { expect, test } from 'vitest';
import type { Context } from './command.ts';
import { measure } from './measure.ts';

const none = { server: null, variant: null, serverId: null, only: [], cell: [], last: null };
const off = { write: false, check: false, new: false, plan: false };

test.each([
  [{}, 'servers measure: got no server; expected a server, or --new for all of the list'],
  [{ server: 'playwright', last: 2 }, '--last: got it without --new; expected both'],
  [{ server: 'playwright', plan: true }, '--plan: got it without --new; expected both'],
  [{ new: true, check: true }, '--check: got it with --new; expected one of them'],
  [{ new: true, cell: ['a'] }, '--cell: got it with --new; expected one of them'],
  [{ new: true, variant: 'slim' }, '--variant: got it with --new; expected one of them'],
  [{ new: true, serverId: 'mine' }, '--server-id: got it with --new; expected one of them'],
  [
    { new: true, server: 'playwright@0.0.83' },
    /^servers measure --new: got playwright@0\.0\.83; expected the id of a known server, without a version; /,
  ],
] as const)('options that do not go together are named: %j', async (given, words) => {
  await expect(measure.run({ ...none, ...off, ...given }, {} as Context)).rejects.toThrow(words);
});
