import { expect, test } from 'vitest';
import { thisProject } from '../../../cli/this-project.ts';
import { folderOf } from '../../../testing/folder-of.ts';
import { readAcceptedEnds } from './read-right-ends.ts';
import { acceptedEnds, acceptedEndsTable, playAcceptedEnds } from './right-ends.ts';

/** One of them; all are played with LONG=1. */
const few = ['local-form-submit/lower-case'];

const circumstances = { env: process.env, signal: new AbortController().signal, log: () => {} };

test('accepted end states pass', async () => {
  const ends = (await readAcceptedEnds(thisProject, [])).filter(({ id }) => few.includes(id));
  const options = { project: thisProject, workers: 2, times: 1, out: await folderOf() };
  const { rows, refused, broken } = acceptedEndsTable(await playAcceptedEnds(ends, options, circumstances));
  expect({ refused, broken }).toEqual({ refused: [], broken: [] });
  expect(rows.at(-1)).toEqual({ task: 'all', played: few.length, believed: few.length });
});

/** How often each is played: RIGHT_ENDS_TIMES=3 looks whether each comes to the same every time. */
const times = Number(process.env.RIGHT_ENDS_TIMES ?? 1);

test('at most 2 % of the accepted end states are rejected, none of them natural, none as a forgery', async () => {
  const { lines, ok } = await acceptedEnds(
    {
      project: thisProject,
      taskIds: [],
      workers: 2,
      times,
      out: await folderOf(),
      write: false,
      check: false,
    },
    circumstances,
  );
  process.stdout.write(`${lines.join('\n')}\n`);
  expect({ ok, lines }).toEqual({ ok: true, lines });
});
