import path from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkResults } from '../../../cli/check/check-results.ts';
import { projectAt } from '../../../platform/project.ts';
import { folderOf } from '../../../testing/folder-of.ts';
import { editsOfNew, editsOfOld } from '../../../testing/remotes/forged-edits.ts';
import { expectRefused, forge, forgedProject, refusals } from '../../../testing/remotes/forged-project.ts';
import { commitAll, gitAs } from '../../../testing/remotes/git-as.ts';
import { readResultsFile } from '../../records/read-results-file.ts';

let old: string;
let recent: string;
let copy: () => Promise<string>;

beforeAll(async () => {
  ({ old, recent, copy } = await forgedProject());
});

test('a genuine file is refused by nobody', async () => {
  const folder = await copy();
  expect(await refusals(folder, recent)).toEqual({ check: '', gate: '', site: '' });
});

/** The long test has all. */
const someOf = <Edit>(edits: readonly Edit[]) => edits.slice(0, 1);

describe('of an old file', () => {
  test.each(someOf(editsOfOld))('%s is refused', async (_, by, why) => {
    const folder = await copy();
    await forge(folder, old, by);
    await expectRefused(folder, recent, { sha: old, why: why });
  });
});

describe('of a new file', () => {
  test.each(someOf(editsOfNew))('%s is refused', async (_, by, why, as = recent) => {
    const folder = await copy();
    await forge(folder, recent, by, as);
    await expectRefused(folder, recent, { sha: as, why: why });
  });

  test('a replay that was copied from another commit is refused', async () => {
    const folder = await copy();
    const content = readResultsFile(path.join(folder, 'results', `${old}.json`));
    await forge(folder, recent, () => ({ ...content, sha: recent }));
    await expectRefused(folder, recent, { sha: recent, why: /a copy: its id is that of run/ });
  });
});

test('a pipe that is named like a results file is refused and not opened', async () => {
  const folder = await copy();
  await execa('mkfifo', [path.join(folder, 'results', `${'e'.repeat(40)}.json`)]);
  await expectRefused(folder, recent, {
    sha: 'e'.repeat(40),
    why: /must be a file; found no regular file/,
  });
});

test('a shallow clone does not refuse what it cannot know, and says so', async () => {
  const folder = await folderOf();
  const source = await copy();
  await commitAll(source, 'chore(results): the newest');
  await gitAs(folder, 'clone', '--quiet', '--depth=1', `file://${source}`, '.');
  const { mistakes, notes } = await checkResults(projectAt(folder), Date.now());
  expect(mistakes).toEqual([]);
  expect(notes).toEqual(
    [old, recent]
      .sort()
      .map((sha) => expect.stringContaining(`${sha}.json: its commit is not in this clone`)),
  );
});

test('a run that is withdrawn in a trailer of a commit is not missed', async () => {
  const folder = await copy();
  await forge(folder, old, (content) => ({ ...content, runs: [] }));
  await commitAll(
    folder,
    `fix(results): a run that was played on the wrong machine\n\nResults-Withdrawn: ${old}`,
  );
  const { check, site } = await refusals(folder, recent);
  expect([check, site]).toEqual(['', '']);
});
