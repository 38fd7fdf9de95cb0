import { expect, test } from 'vitest';
import { thisProject } from '../../../cli/this-project.ts';
import { folderOf } from '../../../testing/folder-of.ts';
import { playRightEnds } from './play-right-ends.ts';
import { readRightEnds } from './read-right-ends.ts';
import { rightEndsTable } from './right-ends-table.ts';

/** One of them; all are played by the long test. */
const few = ['local-form-submit/lower-case'];

test('right end states are believed', async () => {
  const ends = (await readRightEnds(thisProject, [])).filter(({ id }) => few.includes(id));
  const circumstances = { env: process.env, signal: new AbortController().signal, log: () => {} };
  const options = { project: thisProject, workers: 2, times: 1, out: await folderOf() };
  const { rows, refused, broken } = rightEndsTable(await playRightEnds(ends, options, circumstances));
  expect({ refused, broken }).toEqual({ refused: [], broken: [] });
  expect(rows.at(-1)).toEqual({ task: 'all', played: few.length, believed: few.length });
});
