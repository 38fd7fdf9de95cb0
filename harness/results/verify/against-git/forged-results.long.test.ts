import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { sha256 } from '../../../platform/digest.ts';
import { editsOfNew, editsOfOld } from '../../../testing/remotes/forged-edits.ts';
import {
  careful,
  expectRefused,
  type ForgedProject,
  forge,
  forgedProject,
  refusals,
} from '../../../testing/remotes/forged-project.ts';
import { exampleModel } from '../../examples/example-run.ts';
import { readResultsFile } from '../../records/read-results-file.ts';
import { totalsOf } from '../../records/totals.ts';

let project: ForgedProject;
beforeAll(async () => {
  project = await forgedProject();
});

test.each(editsOfOld)('of a committed file %s is refused', async (_, by, why) => {
  const { old, recent, copy } = project;
  const folder = await copy();
  await forge(folder, old, by);
  await expectRefused(folder, recent, { sha: old, why });
});

test.each(editsOfNew)('of a new file %s is refused', async (_, by, why, as = project.recent) => {
  const { recent, copy } = project;
  const folder = await copy();
  await forge(folder, recent, by, as);
  await expectRefused(folder, recent, { sha: as, why });
});

test('a replay that was copied from another commit is refused, renamed and prettified too', async () => {
  const { old, recent, copy } = project;
  const folder = await copy();
  const content = readResultsFile(path.join(folder, 'results', `${old}.json`));
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
  const { recent, copy } = project;
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

const made: [string, (file: string) => Promise<unknown>, RegExp][] = [
  ['a folder', (file) => mkdir(file), /must be a file; found a folder/],
  ['a symbolic link', (file) => symlink('/etc/passwd', file), /must be a file; found a symbolic link/],
];
test.each(made)('%s that is named like a results file is refused and not opened', async (_, make, why) => {
  const { recent, copy } = project;
  const folder = await copy();
  await make(path.join(folder, 'results', `${'e'.repeat(40)}.json`));
  await expectRefused(folder, recent, { sha: 'e'.repeat(40), why });
});

test('a broken head line is said with the name of the file', async () => {
  const { recent, copy } = project;
  const folder = await copy();
  const file = path.join(folder, 'results', `${recent}.json`);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/^"commit":\{/m, '"commit":{,'));
  await expectRefused(folder, recent, { sha: recent, why: /JSON/ });
});
