import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '../../digest/digest.ts';
import { exampleModel } from '../../examples/example-run.ts';
import { projectAt } from '../../project/project.ts';
import { readResultsFile } from '../../result/read-results-file.ts';
import { totalsOf } from '../../result/totals.ts';
import { editsOfNew, editsOfOld } from '../../test-remotes/forged-edits.ts';
import { careful, expectRefused, forge, forgedProject, refusals } from '../../test-remotes/forged-project.ts';
import { commitAll, gitAs } from '../../test-remotes/git-as.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { checkResults } from '../check-results.ts';

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
const someOf = <Edit>(edits: readonly Edit[]) => edits.filter((_, index) => index % 6 === 0);

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

  test('a replay that was copied from another commit is refused, renamed and prettified too', async () => {
    const folder = await copy();
    const content = readResultsFile(path.join(folder, 'results', `${old}.json`));
    await forge(folder, recent, () => ({ ...content, sha: recent }));
    await expectRefused(folder, recent, { sha: recent, why: /a copy: its id is that of run/ });
    const [run] = content.runs;
    if (!run) throw new Error('there is no run');
    const renamed = { ...run, runId: 'another', artifactsSha256: sha256('another') };
    await forge(folder, recent, () => ({ ...content, sha: recent, runs: [renamed] }));
    await expectRefused(folder, recent, {
      sha: recent,
      why: /a copy: its times to the millisecond are those of run/,
    });
  });

  test('a model run that is invented whole is shown, and marked as one that nobody attests', async () => {
    const folder = await copy();
    const model = exampleModel('claude-omega-9');
    await forge(folder, recent, (content, run) => {
      const kind = 'model' as const;
      const config = { kind, adapter: 'claude', model, transcriptsSha256: null };
      const invented = { ...run, ...careful(run, { runId: 'invented', config }), artifactsSha256: null };
      const episodes = invented.episodes.map((each) => ({ ...each, durationMs: 77 }));
      return { ...content, runs: [run, { ...invented, episodes, totals: totalsOf(episodes) }] };
    });
    const { check, site } = await refusals(folder, recent);
    expect([check, site]).toEqual(['', '']);
  });
});

describe('what is no file', () => {
  const name = `${'e'.repeat(40)}.json`;
  const made: [string, (file: string) => Promise<unknown>, RegExp][] = [
    ['a folder', (file) => mkdir(file), /must be a file; found a folder/],
    ['a pipe', (file) => execa('mkfifo', [file]), /must be a file; found no regular file/],
    ['a symbolic link', (file) => symlink('/etc/passwd', file), /must be a file; found a symbolic link/],
  ];
  test.each(made)('%s that is named like a results file is refused and not opened', async (_, make, why) => {
    const folder = await copy();
    await make(path.join(folder, 'results', name));
    await expectRefused(folder, recent, { sha: 'e'.repeat(40), why: why });
  });

  test('a broken head line is said with the name of the file', async () => {
    const folder = await copy();
    const file = path.join(folder, 'results', `${recent}.json`);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/^"commit":\{/m, '"commit":{,'));
    await expectRefused(folder, recent, { sha: recent, why: /JSON/ });
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
