import { expect, test } from 'vitest';
import { thisProject } from '../../../cli/this-project.ts';
import { folderOf } from '../../../testing/folder-of.ts';
import { rightEnds } from './right-ends.ts';

/** How often each is played: RIGHT_ENDS_TIMES=3 looks whether each comes to the same every time. */
const times = Number(process.env.RIGHT_ENDS_TIMES ?? 1);

test(
  'at most 2 % of the right end states are refused, none of them natural, none as a forgery',
  async () => {
    const circumstances = { env: process.env, signal: new AbortController().signal, log: () => {} };
    const { lines, ok } = await rightEnds(
      { project: thisProject, taskIds: [], workers: 2, times, out: await folderOf(), docs: null },
      circumstances,
    );
    process.stdout.write(`${lines.join('\n')}\n`);
    expect({ ok, lines }).toEqual({ ok: true, lines });
  },
  times * 3_600_000,
);
