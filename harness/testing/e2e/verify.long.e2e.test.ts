import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { digest, sha256 } from '../../platform/digest.ts';
import { projectAt } from '../../platform/project.ts';
import type { Run } from '../../results/records/result.ts';
import { verifyFolder } from '../../results/verify/verify.ts';
import { folderOf } from '../folder-of.ts';
import { type ScratchProject, scratchProject, withoutConfinementLine } from '../scratch-project.ts';
import { changedCopy, findingsIn, naming, verified } from '../verified.ts';

let project: ScratchProject;
/** The runs of the one run that every test looks at: one task of each suite. */
let fixtures: Run;
let webvoyager: Run;

const task = 'task-01-example-com-title';

beforeAll(async () => {
  project = await scratchProject();
  const played = await project.harness([
    '--task',
    `${task},fixture-dom-count`,
    '--workers',
    '2',
    '--out',
    'out',
  ]);
  expect([played.exitCode, withoutConfinementLine(played.stderr)]).toEqual([0, '']);
  const { runs } = (await project.results()) as { runs: [Run, Run] };
  [fixtures, webvoyager] = runs;
});

const read = (folder: string, name: string) => readFile(path.join(folder, name), 'utf8');

const changed = (name: string, change: (text: string) => string) =>
  changedCopy(path.join(project.folder, 'out'), name, change);

test('a changed character of a verdict is named, in each file that holds it', async () => {
  const run = `run ${webvoyager.runId}`;
  const name = 'postconditions[1] (dom_text match)';
  const clause = new RegExp(`("name": "${name.replace(/[[\]()]/g, '\\$&')}",\\s+"outcome": )"passed"`);
  const saved = await changed(`${webvoyager.runId}.json`, (text) => text.replace(clause, '$1"failed"'));
  expect(await findingsIn(project, saved)).toEqual(
    expect.arrayContaining([
      naming(`${webvoyager.runId}.json`, run, task, name, 'outcome', 'stored "failed", found again "passed"'),
      naming(`results/${project.sha}.json`, run, task, name, 'outcome', 'committed "passed"'),
    ]),
  );
  const broken = await changed(`${webvoyager.runId}.json`, (text) => text.replace(clause, '$1"pasted"'));
  expect(await findingsIn(project, broken)).toEqual(
    expect.arrayContaining([naming(`${webvoyager.runId}.json`, run, task, name, 'outcome')]),
  );
  for (const file of [`reports/${task}.json`, 'report.json']) {
    const folder = await changed(file, (text) => text.replace(clause, '$1"failed"'));
    expect(await findingsIn(project, folder)).toEqual(
      expect.arrayContaining([naming(file, run, task, name, 'outcome', '"failed"')]),
    );
  }
});

test('a changed character of the committed result is named', async () => {
  const name = `results/${project.sha}.json`;
  const file = path.join(project.folder, name);
  const text = await readFile(file, 'utf8');
  const run = `run ${webvoyager.runId}`;
  try {
    for (const [from, to, ...words] of [
      [/("taskId":"task-01.*?"outcome":)"passed"/, '$1"failed"', run, task, 'verdict.outcome'],
      [/("taskId":"task-01.*?match\)","outcome":)"passed"/, '$1"passex"', run, task, 'postconditions[0]'],
      [webvoyager.runId, webvoyager.runId.replace('-', '.'), run, 'runId'],
      ['"steps":', '"step":', `run ${fixtures.runId}`, 'fixture-dom-count', 'steps'],
    ] as const) {
      await writeFile(file, text.replace(from, to));
      expect(await findingsIn(project, path.join(project.folder, 'out'))).toContainEqual(
        expect.stringContaining([name, ...words].join(': ')),
      );
    }
    await writeFile(file, text.slice(1));
    const { exitCode, lines } = await verified(project, 'out');
    expect(lines).toContainEqual(expect.stringContaining(`${name}: invalid JSON`));
    expect(exitCode).toBe(1);
  } finally {
    await writeFile(file, text);
  }
});

test('a forger who takes the second observation away and mends every digest is found all the same', async () => {
  const folder = await folderOf();
  await cp(path.join(project.folder, 'out'), folder, { recursive: true });
  const lines = (await read(folder, 'facts.jsonl')).trim().split('\n');
  const forged = lines.map((line) => {
    const { facts, ...rest } = JSON.parse(line);
    return { ...rest, facts: { ...facts, provenance: null, second: null } };
  });
  const put = async (name: string, content: string) => writeFile(path.join(folder, name), content);
  await put('facts.jsonl', forged.map((line) => `${JSON.stringify(line)}\n`).join(''));
  for (const { runId } of [fixtures, webvoyager]) {
    const run = JSON.parse(await read(folder, `${runId}.json`));
    for (const result of run.episodes) {
      result.factsSha256 = digest(forged.find(({ taskId }) => taskId === result.taskId).facts);
      const report = JSON.parse(await read(folder, result.artifacts.report));
      await put(result.artifacts.report, JSON.stringify({ ...report, factsSha256: result.factsSha256 }));
    }
    const manifest = JSON.parse(await read(folder, `${runId}.manifest.json`));
    for (const file of manifest.files) file.sha256 = sha256(await read(folder, file.path));
    await put(`${runId}.manifest.json`, JSON.stringify(manifest));
    run.artifactsSha256 = sha256(JSON.stringify(manifest));
    await put(`${runId}.json`, JSON.stringify(run));
  }
  const none = await folderOf();
  const { findings } = await verifyFolder(
    { project: { ...projectAt(project.folder), results: none }, folder, sha: null, tasks: null },
    {},
  );
  const tasks = [`run ${fixtures.runId}: fixture-dom-count`, `run ${webvoyager.runId}: ${task}`];
  for (const name of tasks)
    expect(findings).toContainEqual(
      expect.stringMatching(new RegExp(`${name}: status: stored "passed", found again "inconclusive"$`)),
    );
  expect(findings.every((finding) => tasks.some((name) => finding.includes(name)))).toBe(true);
});

test('a later run in the same folder is verified, an episode that did not pass too', async () => {
  const flags = ['bench', 'webvoyager', '--task', task, '--adapter', 'noop', '--out', 'out'];
  expect((await project.harness(flags)).exitCode).toBe(1);
  const { exitCode, lines } = await verified(project, 'out');
  expect(exitCode).toBe(0);
  expect(lines[0]).toBe('verified 1 run, 1 episode, 2 clauses');
  expect(lines).toContain('not verified: 2 runs, because a later run has overwritten the facts');
});
