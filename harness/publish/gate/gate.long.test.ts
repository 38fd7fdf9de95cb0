import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { projectAt } from '../../platform/project.ts';
import { folderOf } from '../../testing/folder-of.ts';
import {
  baseline,
  changeFile,
  fixture,
  type GatedProject,
  gatedProject,
  playAll,
  reasons,
  transcript,
  usualOptions,
} from '../../testing/remotes/gated-project.ts';
import { commitAll, gitAs } from '../../testing/remotes/git-as.ts';
import { saveReplay } from '../../testing/save-replay.ts';
import { gate } from './gate.ts';

let project: GatedProject;
beforeAll(async () => {
  project = await gatedProject();
});

const resultsFile = () => `results/${project.played}.json`;
const runId = (suite: string) => `20260102T030405Z-${project.played.slice(0, 6)}-${suite}`;

test('a baseline that is removed is said', async () => {
  const folder = await project.copy();
  await rm(path.join(folder, baseline));
  expect(await reasons(folder, { base: 'base' })).toEqual([`${baseline}: removed; the base has one`]);
});

test('a run that the base has must stay as it is, and its records too', async () => {
  const folder = await project.copy();
  await changeFile(folder, resultsFile(), (text) => text.replace('"toolCalls":4', '"toolCalls":3'));
  await commitAll(folder, 'test: another number');
  expect(await reasons(folder)).toContain(
    `${resultsFile()}: run ${runId('fixtures')}: ${fixture}: toolCalls: 3, the base has 4`,
  );
  await rm(path.join(folder, resultsFile()));
  await rm(path.join(folder, 'results/skills/runs/one.json'));
  const gone = await reasons(folder, { base: 'base' });
  expect(gone).toContain(
    `${resultsFile()}: run ${runId('webvoyager')} (webvoyager) is gone; the base has it`,
  );
  expect(gone).toContain('results/skills/runs/one.json: gone; the base has it');
});

test('what the base got after the branch left it is not gone', async () => {
  const folder = await project.copy();
  await gitAs(folder, 'checkout', '--quiet', '-b', 'behind', project.played);
  const failed = await reasons(folder, { base: 'base' });
  expect(failed.filter((each) => each.includes('gone'))).toEqual([]);
});

test('totals, statuses, verdicts and digests that do not agree with the run close the gate', async () => {
  const folder = await project.copy();
  await changeFile(folder, transcript, (text) => `${text}\n`);
  const sha = await commitAll(folder, 'test: to be played again');
  await playAll(folder, sha);
  const file = `results/${sha}.json`;
  const sound = await readFile(path.join(folder, file), 'utf8');
  expect(await reasons(folder)).toEqual([]);
  // All of a file are said at once; the last one makes it no results file, and hides the others.
  const told = [
    ['"passed":2,"failed":0', '"passed":1,"failed":1', 'totals.passed: stored 1, found again 2'],
    ['"success":true', '"success":false', 'success: false, with status "passed"'],
    ['"verdict":{"outcome":"passed"', '"verdict":{"outcome":"failed"', 'verdict.outcome: stored "failed"'],
    [/"tasksSha256":"[0-9a-f]{8}/, '"tasksSha256":"00000000', 'config.tasksSha256: stored'],
    [/"comparabilityKey":"[0-9a-f]{8}/, '"comparabilityKey":"00000000', 'config.comparabilityKey: stored'],
  ] as const;
  for (const [from, to] of told) await changeFile(folder, file, (text) => text.replace(from, to));
  const failed = await reasons(folder);
  for (const [, , said] of told) expect(failed).toContainEqual(expect.stringContaining(said));
  await writeFile(path.join(folder, file), sound);
  await changeFile(folder, file, (text) => text.replace('"status":"passed"', '"status":"pasted"'));
  expect(await reasons(folder)).toContainEqual(expect.stringContaining('runs[0].episodes[0].status'));
});

test('with --out the run saved there is judged, and its facts must be there', async () => {
  const folder = await project.copy();
  const run = await saveReplay(folder, { sha: project.played, suite: 'webvoyager' });
  const out = await folderOf({ [`${run.runId}.json`]: JSON.stringify(run) });
  const failed = await reasons(folder, { out });
  expect(failed).toContainEqual(expect.stringContaining('there are no facts of this episode'));
  expect(failed).toContain(`tasks/fixtures/${fixture}.md: ${fixture}: it was not played at this commit`);
});

test('a shallow clone fetches a branch as its base', async () => {
  const named = await project.shallowClone();
  const ofBranch = await gate(usualOptions, projectAt(named), { GITHUB_BASE_REF: 'base' });
  expect(ofBranch.lines[0]).toContain('against origin/base (');
  expect(await gitAs(named, 'rev-parse', 'origin/base')).toBe(
    await gitAs(project.folder, 'rev-parse', 'base'),
  );
});
