import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { thisProject } from '../cli/this-project.ts';
import { projectAt } from '../project/project.ts';
import { servers } from '../servers/index.ts';
import { commitAll, gitAs } from '../test-remotes/git-as.ts';
import { folderOf } from '../testing/folder-of.ts';
import { saveReplay } from '../testing/save-replay.ts';
import { suiteYaml } from '../testing/suite-files.ts';
import { type GateOptions, gate } from './gate.ts';

/** A project of three tasks whose first commit was played and whose second, `base`, holds those results. */
let project: string;
let played: string;

const web = ['task-01-example-com-title', 'task-02-mdn-fetch-syntax'] as const;
const fixture = 'example-h1';
const transcript = `transcripts/playwright/${web[1]}.jsonl`;
const baseline = 'results/baseline.json';

beforeAll(async () => {
  const suites = {
    webvoyager: { expected_pass_count: 2, required: web },
    fixtures: { expected_pass_count: 1, required: [fixture] },
  };
  const content = { schema: 'contract-bench.baseline.v1', server: 'playwright', suites };
  project = await folderOf({
    'README.md': 'A small project.\n',
    [baseline]: `${JSON.stringify(content, null, 2)}\n`,
    'results/skills/runs/one.json': '{}\n',
    'tasks/webvoyager/suite.yaml': suiteYaml('webvoyager', { tasks: web, maxSteps: 30 }),
    'tasks/fixtures/suite.yaml': suiteYaml('fixtures', { tasks: [fixture], maxSteps: 20 }),
  });
  for (const name of [
    ...web.map((id) => `tasks/webvoyager/${id}.md`),
    `tasks/fixtures/${fixture}.md`,
    ...[...web, fixture].map((id) => `transcripts/playwright/${id}.jsonl`),
  ])
    await cp(path.join(thisProject.root, name), path.join(project, name));
  await gitAs(project, 'init', '--quiet', '--initial-branch=main');
  played = await commitAll(project, 'feat: three tasks');
  await play(project, played);
  await commitAll(project, 'chore(results): both suites');
  await gitAs(project, 'branch', 'base');
});

async function play(folder: string, sha: string): Promise<void> {
  for (const suite of ['fixtures', 'webvoyager']) await saveReplay(folder, { sha, suite });
}

/** A copy of the project for one test to change. */
async function copy(): Promise<string> {
  const folder = await folderOf();
  await cp(project, folder, { recursive: true });
  return folder;
}

async function shallowClone(): Promise<string> {
  const folder = await folderOf();
  await gitAs(folder, 'clone', '--quiet', '--depth=1', '--branch=main', `file://${project}`, '.');
  return folder;
}

async function change(folder: string, file: string, by: (text: string) => string): Promise<void> {
  const before = await readFile(path.join(folder, file), 'utf8');
  const after = by(before);
  expect(after, `nothing changed in ${file}`).not.toBe(before);
  await writeFile(path.join(folder, file), after);
}

const none: GateOptions = {
  servers,
  base: null,
  server: null,
  out: null,
  transcripts: null,
  maxSlowdown: null,
  suites: [],
  taskIds: [],
  tasks: null,
  baseline: null,
  usualServer: 'playwright',
};

/** The reasons that keep the gate shut. */
async function reasons(folder: string, options: Partial<GateOptions> = {}): Promise<string[]> {
  const { lines, passed } = await gate({ ...none, ...options }, projectAt(folder), {});
  const failed = lines.filter((line) => line.startsWith('FAILED  ')).map((line) => line.slice(8));
  expect(passed).toBe(failed.length === 0);
  return failed;
}

const resultsFile = () => `results/${played}.json`;
const runId = (suite: string) => `20260102T030405Z-${played.slice(0, 6)}-${suite}`;

test('what was not played since the last change of what is played is pending', async () => {
  const folder = await copy();
  await rm(path.join(folder, transcript));
  const sha = await commitAll(folder, 'test: a transcript less');
  await saveReplay(folder, { sha, suite: 'fixtures' });
  expect(await reasons(folder)).toEqual([
    `tasks/webvoyager/${web[0]}.md: ${web[0]}: it was not played at this commit`,
    `${transcript}: ${web[1]}: it was not played at this commit, for it has no transcript; record one with --record`,
    `${baseline}: 0 tasks passed, expected_pass_count is 2`,
  ]);
});

test('an uncommitted change of what is played makes every older run that of another tree', async () => {
  const folder = await copy();
  expect(await reasons(folder)).toEqual([]);
  await change(folder, transcript, (text) => `${text}\n`);
  expect(await reasons(folder)).toHaveLength(5);
});

test('a lowered baseline is said, and so is a removed task or the whole file', async () => {
  const folder = await copy();
  await change(folder, baseline, (text) =>
    text
      .replace('"expected_pass_count": 1', '"expected_pass_count": 0')
      .replace(/,\s+"task-02-mdn-fetch-syntax"/, ''),
  );
  await commitAll(folder, 'test: a lower baseline');
  expect(await reasons(folder)).toEqual([
    `${baseline}: suites.webvoyager.required: ${web[1]} removed; the base requires it`,
    `${baseline}: suites.fixtures.expected_pass_count: lowered to 0; the base has 1`,
  ]);
  await rm(path.join(folder, baseline));
  expect(await reasons(folder, { base: 'base' })).toEqual([`${baseline}: removed; the base has one`]);
});

test('a run that the base has must stay as it is, and its records too', async () => {
  const folder = await copy();
  await change(folder, resultsFile(), (text) => text.replace('"toolCalls":4', '"toolCalls":3'));
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
  const folder = await copy();
  await gitAs(folder, 'checkout', '--quiet', '-b', 'behind', played);
  const failed = await reasons(folder, { base: 'base' });
  expect(failed.filter((each) => each.includes('gone'))).toEqual([]);
});

test('totals, statuses, verdicts and digests that do not agree with the run close the gate', async () => {
  const folder = await copy();
  await change(folder, transcript, (text) => `${text}\n`);
  const sha = await commitAll(folder, 'test: to be played again');
  await play(folder, sha);
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
  for (const [from, to] of told) await change(folder, file, (text) => text.replace(from, to));
  const failed = await reasons(folder);
  for (const [, , said] of told) expect(failed).toContainEqual(expect.stringContaining(said));
  await writeFile(path.join(folder, file), sound);
  await change(folder, file, (text) => text.replace('"status":"passed"', '"status":"pasted"'));
  expect(await reasons(folder)).toContainEqual(expect.stringContaining('runs[0].episodes[0].status'));
});

test('with --out the run saved there is judged, and its facts must be there', async () => {
  const folder = await copy();
  const run = await saveReplay(folder, { sha: played, suite: 'webvoyager' });
  const out = await folderOf({ [`${run.runId}.json`]: JSON.stringify(run) });
  const failed = await reasons(folder, { out });
  expect(failed).toContainEqual(expect.stringContaining('there are no facts of this episode'));
  expect(failed).toContain(`tasks/fixtures/${fixture}.md: ${fixture}: it was not played at this commit`);
});

test('a shallow clone fetches its base, whether the parent or a branch', async () => {
  const folder = await shallowClone();
  expect(await gitAs(folder, 'rev-list', '--count', 'HEAD')).toBe('1');
  const { lines } = await gate(none, projectAt(folder), {});
  expect(lines[0]).toContain(`against the parent commit (${played.slice(0, 7)})`);

  const named = await shallowClone();
  const ofBranch = await gate(none, projectAt(named), { GITHUB_BASE_REF: 'base' });
  expect(ofBranch.lines[0]).toContain('against origin/base (');
  expect(await gitAs(named, 'rev-parse', 'origin/base')).toBe(await gitAs(project, 'rev-parse', 'base'));
});

test('a base that is nowhere is a mistake of the user; none can be asked for', async () => {
  await expect(gate({ ...none, base: 'nowhere' }, projectAt(project), {})).rejects.toThrow(
    /^--base: no commit "nowhere" here/,
  );
  const alone = await gate({ ...none, base: false }, projectAt(project), {});
  expect(alone).toMatchObject({
    passed: true,
    lines: [expect.stringMatching(/against nothing$/), ...alone.lines.slice(1)],
  });
});
