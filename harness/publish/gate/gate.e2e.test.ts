import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { gitIn } from '../../platform/git/git.ts';
import { projectAt } from '../../platform/project.ts';
import { exampleRun } from '../../results/examples/example-run.ts';
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
  web,
} from '../../testing/remotes/gated-project.ts';
import { commitAll, gitAs } from '../../testing/remotes/git-as.ts';
import { saveReplay } from '../../testing/save-replay.ts';
import { isLong } from '../../testing/sized.ts';
import { forkOf } from './find-base.ts';
import { gate } from './gate.ts';

let project: GatedProject;
beforeAll(async () => {
  project = await gatedProject();
});

test('the commit where a branch left its base is known in a shallow clone that contains all later commits', async () => {
  const folder = await folderOf();
  await gitAs(folder, 'init', '--quiet');
  const tree = await gitAs(folder, 'hash-object', '-w', '-t', 'tree', '/dev/null');
  const commit = (name: string, ...parents: string[]) =>
    gitAs(folder, 'commit-tree', tree, '-m', name, ...parents.flatMap((parent) => ['-p', parent]));
  const first = await commit('first');
  const left = await commit('left', first);
  const later = await commit('later', left);
  const base = await commit('base', later, await commit('topic', first));
  await gitAs(folder, 'update-ref', 'HEAD', await commit('branch', left));
  expect(await forkOf(gitIn(folder), base)).toBe(left);
  const shallow = path.join(folder, '.git/shallow');
  await writeFile(shallow, `${first}\n`);
  expect(await forkOf(gitIn(folder), base)).toBe(left);
  // To git the topic alone leads from the base to the branch.
  await writeFile(shallow, `${later}\n`);
  expect(await gitAs(folder, 'merge-base', 'HEAD', base)).toBe(first);
  expect(await forkOf(gitIn(folder), base)).toBeNull();
});

test('tasks that were not played since the last change of what is played are pending', async () => {
  const folder = await project.copy();
  await rm(path.join(folder, transcript));
  const sha = await commitAll(folder, 'test: a transcript less');
  await saveReplay(folder, { sha, suite: 'fixtures' });
  expect(await reasons(folder)).toEqual([
    `tasks/webvoyager/${web[0]}.md: ${web[0]}: it was not played at this commit`,
    `${transcript}: ${web[1]}: it was not played at this commit because it has no transcript; record one with --record`,
    `${baseline}: 0 tasks passed, expected_pass_count is 2`,
  ]);
});

if (isLong) {
  test('after an uncommitted change of what is played, every older run belongs to another tree', async () => {
    const folder = await project.copy();
    expect(await reasons(folder)).toEqual([]);
    await changeFile(folder, transcript, (text) => `${text}\n`);
    expect(await reasons(folder)).toHaveLength(5);
  });

  test('a server of the project may be any of its files, except documents at its root', async () => {
    const folder = await project.copy();
    const mine = { id: 'mine', cannot: {}, origin: { command: 'node server.js' } };
    const options = { server: 'mine', servers: [mine] };
    await cp(path.join(folder, 'transcripts/playwright'), path.join(folder, 'transcripts/mine'), {
      recursive: true,
    });
    const commit = (file: string) =>
      writeFile(path.join(folder, file), file).then(() => commitAll(folder, file));
    const server = { ...exampleRun().config.server, id: 'custom:mine', package: null };
    const sha = await commit('server.js');
    for (const suite of ['fixtures', 'webvoyager']) await saveReplay(folder, { sha, suite, server });
    await commit('README.md');
    expect(await reasons(folder, options)).toEqual([]);
    const { lines } = await gate({ ...usualOptions, ...options }, projectAt(folder), {});
    expect(lines).toContain(
      `note: judged by the run at ${sha.slice(0, 7)}: later commits do not change what is played`,
    );
    await writeFile(path.join(folder, 'lib.js'), '');
    const unplayed = expect.arrayContaining([
      `tasks/fixtures/example-h1.md: example-h1: it was not played at this commit`,
    ]);
    expect(await reasons(folder, options)).toEqual(unplayed);
    await commit('lib.js');
    expect(await reasons(folder, options)).toEqual(unplayed);
    await saveReplay(folder, { sha: await commit('late.js'), suite: 'fixtures', server });
    expect(await reasons(folder, options)).not.toEqual(unplayed);
  });

  test('a lowered baseline is reported, and so is a removed task', async () => {
    const folder = await project.copy();
    await changeFile(folder, baseline, (text) =>
      text
        .replace('"expected_pass_count": 1', '"expected_pass_count": 0')
        .replace(/,\s+"task-02-mdn-fetch-syntax"/, ''),
    );
    await commitAll(folder, 'test: a lower baseline');
    expect(await reasons(folder)).toEqual([
      `${baseline}: suites.webvoyager.required: ${web[1]} removed; the base requires it`,
      `${baseline}: suites.fixtures.expected_pass_count: lowered to 0; the base has 1`,
    ]);
  });
}

test('a recorded task that the baseline does not name must pass; failing tasks are excused by name, with a reason', async () => {
  const folder = await project.copy();
  const place = path.join(folder, baseline);
  const v2 = (excused: object) =>
    JSON.stringify({ schema: 'contract-bench.baseline.v2', servers: { playwright: { excused } } });
  await writeFile(place, v2({}));
  await changeFile(folder, transcript, (text) => `${text}\n`);
  const sha = await commitAll(folder, 'test: nothing is excused');
  await saveReplay(folder, { sha, suite: 'fixtures' });
  await saveReplay(folder, { sha, suite: 'webvoyager', failed: web[1] });
  const failed = expect.stringMatching(/task-02-mdn-fetch-syntax.*failed/);
  expect(await reasons(folder)).toEqual([failed]);
  expect(await reasons(folder, { base: false, writeBaseline: true })).toEqual([
    expect.stringMatching(/excused\.task-02-mdn-fetch-syntax: got "write here .*"; expected the reason/),
  ]);
  await writeFile(place, v2({ [fixture]: 'mine' }));
  const excusing = { base: false, writeBaseline: true, reason: 'it is slow' } as const;
  expect(await reasons(folder, excusing)).toEqual([]);
  expect(await readFile(place, 'utf8')).toBe(
    `${JSON.stringify(JSON.parse(v2({ [fixture]: 'mine', [web[1]]: 'it is slow' })), null, 2)}\n`,
  );
  expect(await reasons(folder, { base: 'base' })).toEqual([
    `${baseline}: servers.playwright.excused: ${fixture} added; it passed at the base`,
    `${baseline}: servers.playwright.excused: ${web[1]} added; it passed at the base`,
  ]);
});

if (isLong) {
  test('deleting a recording does not make a task pass', async () => {
    const folder = await project.copy();
    await writeFile(
      path.join(folder, baseline),
      JSON.stringify({ schema: 'contract-bench.baseline.v2', servers: { playwright: { excused: {} } } }),
    );
    await rm(path.join(folder, transcript));
    await commitAll(folder, 'test: a recording less');
    expect(await reasons(folder, { base: 'base' })).toContain(
      `${transcript}: ${web[1]}: the base has it: record it again, or excuse the task by name in the baseline`,
    );
  });

  test('a budget of the tool list is a reason to fail only if the list exceeds it, or has no known size', async () => {
    const folder = await project.copy();
    const { server } = exampleRun().config;
    const toolList = { tools: 3, bytes: 900, tokens: 200 };
    const alone = { base: false, suites: ['fixtures'] } as const;
    expect(await reasons(folder, { ...alone, maxToolTokens: 200 })).toEqual([
      expect.stringContaining('the run does not have the size of the tool list: play it again'),
    ]);
    await changeFile(folder, transcript, (text) => `${text}\n`);
    const sha = await commitAll(folder, 'test: another state');
    await saveReplay(folder, { sha, suite: 'fixtures', server: { ...server, toolList } });
    expect(await reasons(folder, alone)).toEqual([]);
    expect(await reasons(folder, { ...alone, maxToolTokens: 200 })).toEqual([]);
    expect(await reasons(folder, { ...alone, maxToolTokens: 199 })).toEqual([
      `results/${sha}.json: the tool list of 3 tools has 200 tokens; --max-tool-tokens is 199`,
    ]);
    expect(await reasons(folder, { ...alone, maxAnswerRatio: 2 })).toEqual([
      expect.stringMatching(/^results\/.*: fixtures: .*; --max-answer-ratio is 2$/),
    ]);
  });

  test('a shallow clone fetches the parent as its base', async () => {
    const folder = await project.shallowClone();
    expect(await gitAs(folder, 'rev-list', '--count', 'HEAD')).toBe('1');
    const { lines } = await gate(usualOptions, projectAt(folder), {});
    expect(lines[0]).toContain(`against the parent commit (${project.played.slice(0, 7)})`);
  });
}

test('an unknown base is a usage error; no base can be requested', async () => {
  await expect(gate({ ...usualOptions, base: 'nowhere' }, projectAt(project.folder), {})).rejects.toThrow(
    /^--base: got "nowhere", which is not here/,
  );
  const alone = await gate({ ...usualOptions, base: false }, projectAt(project.folder), {});
  expect(alone).toMatchObject({
    passed: true,
    lines: [expect.stringMatching(/against nothing$/), ...alone.lines.slice(1)],
  });
});

if (isLong) {
  const resultsFile = () => `results/${project.played}.json`;
  const runId = (suite: string) => `20260102T030405Z-${project.played.slice(0, 6)}-${suite}`;

  test('a removed baseline is reported', async () => {
    const folder = await project.copy();
    await rm(path.join(folder, baseline));
    expect(await reasons(folder, { base: 'base' })).toEqual([`${baseline}: removed; the base has one`]);
  });

  test('a run of the base and its records must not change', async () => {
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
      `${resultsFile()}: run ${runId('webvoyager')} (webvoyager) is missing; the base has it`,
    );
    expect(gone).toContain('results/skills/runs/one.json: removed; the base has it');
  });

  test('runs that the base got after the branch left it do not count as removed', async () => {
    const folder = await project.copy();
    await gitAs(folder, 'checkout', '--quiet', '-b', 'behind', project.played);
    const failed = await reasons(folder, { base: 'base' });
    expect(failed.filter((each) => each.includes('gone'))).toEqual([]);
  });

  test('totals, statuses, verdicts and digests that contradict the run fail the gate', async () => {
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
    expect(await reasons(folder)).toContainEqual(
      expect.stringMatching(/^results\/\w+\.json: runs\[0\]\.episodes\[0\]\.status/),
    );
  });

  test('with --out the run saved there is judged, and its facts must exist', async () => {
    const folder = await project.copy();
    const run = await saveReplay(folder, { sha: project.played, suite: 'webvoyager' });
    const out = await folderOf({ [`${run.runId}.json`]: JSON.stringify(run) });
    const failed = await reasons(folder, { out });
    expect(failed).toContainEqual(expect.stringContaining('missing facts of this episode'));
    expect(failed).toContain(`tasks/fixtures/${fixture}.md: ${fixture}: it was not played at this commit`);
  });

  test('an entry of a merge queue is compared with its base, however many commits it has', async () => {
    const entry = await project.copy();
    const base = await gitAs(entry, 'rev-parse', 'HEAD');
    for (const message of ['feat: one', 'feat: two']) await commitAll(entry, message, '--allow-empty');
    const event = await folderOf({ 'event.json': JSON.stringify({ merge_group: { base_sha: base } }) });
    const env = { GITHUB_EVENT_NAME: 'merge_group', GITHUB_EVENT_PATH: path.join(event, 'event.json') };
    const { lines } = await gate(usualOptions, projectAt(entry), env);
    expect(lines[0]).toContain(`against ${base} (`);
  });

  test('a shallow clone fetches a branch as its base', async () => {
    const named = await project.shallowClone();
    const ofBranch = await gate(usualOptions, projectAt(named), { GITHUB_BASE_REF: 'base' });
    expect(ofBranch.lines[0]).toContain('against origin/base (');
    expect(await gitAs(named, 'rev-parse', 'origin/base')).toBe(
      await gitAs(project.folder, 'rev-parse', 'base'),
    );
  });
}
