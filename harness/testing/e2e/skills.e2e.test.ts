import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { SkillRun } from '../../results/records/skill-run.ts';
import { CommandProcess } from '../command-process.ts';
import { folderOf } from '../folder-of.ts';
import { isAlive, within } from '../processes.ts';
import { cleanEnv } from '../scratch-project.ts';
import { isLong } from '../sized.ts';

const minimal = path.join(thisProject.root, 'docs', 'examples', 'skills', 'minimal');

const cli = path.join(thisProject.root, 'harness', 'cli', 'main.ts');

const commandLines = new CommandProcess(thisProject.root, cleanEnv());
afterAll(() => commandLines.end());

const skills = (...args: string[]) => commandLines.run(['skills', ...args]);

test('the minimal example has the numbers that it was made for, key for key', async () => {
  const { stdout, exitCode } = await skills(
    'run',
    '--config',
    path.join(minimal, 'bench.yaml'),
    '--format',
    'json',
    '--deterministic',
  );
  expect(exitCode).toBe(0);
  const run = SkillRun.parse(JSON.parse(stdout));
  expect(Object.keys(JSON.parse(stdout))).toEqual([
    'contract_version',
    'contract_id',
    'created_at',
    'run',
    'conditions',
    'tasks',
    'results',
    'aggregates',
    'deltas',
    'error_breakdown',
    'significance',
    'flaky',
    'by_domain',
  ]);
  const rates = Object.values(run.aggregates).map(({ pass_rate, confidence_95: { low, high } }) => [
    pass_rate,
    low,
    high,
  ]);
  expect(rates).toEqual([
    [0.3333, 0.0615, 0.7923],
    [1, 0.4385, 1],
    [0.6667, 0.2077, 0.9385],
  ]);
  expect(run.deltas).toMatchObject({
    curated_vs_no_skill: { pass_rate_delta: 0.6667, pass_count_delta: 2, avg_duration_ms_delta: 0 },
    self_generated_vs_no_skill: { pass_rate_delta: 0.3333, pass_count_delta: 1 },
  });
  expect(run.error_breakdown).toEqual({
    no_skill: { assertion_failed: 2 },
    curated_skill: {},
    self_generated_skill: { assertion_failed: 1 },
  });
  expect(run.significance?.curated_vs_no_skill).toMatchObject({
    wins: 2,
    losses: 0,
    ties: 1,
    mcnemar_p: 0.5,
    difference_95: { method: 'newcombe', low: -0.058579, high: 0.93851 },
    verdict: 'inconclusive',
  });
  expect(run.created_at).toBe('1970-01-01T00:00:00.000Z');
});

test('a stored run is reported with numbers computed anew, and one whose numbers disagree is refused', async () => {
  const folder = await minimalCopy();
  const out = path.join(folder, 'run.json');
  const junit = path.join(folder, 'sub', 'junit.xml');
  const ran = await skills(
    'run',
    '--config',
    path.join(folder, 'bench.yaml'),
    '--deterministic',
    '--out',
    out,
    '--junit',
    junit,
  );
  expect(ran.stdout).toMatch(
    /^benchmark_created_at: 1970[\s\S]*git_commit: -\n[\s\S]*curated_skill \| 1\.0000 \| 3\/3 \| 0\.000 \| 0\.4385 \| 1\.0000\n/,
  );
  expect(ran.stdout).toMatch(/curated_vs_no_skill \| \+0\.6667 \| \+2 \| \+0\.000\n/);
  expect(ran.stdout).toMatch(/curated_skill \| none \| 0\n/);
  expect(await readFile(junit, 'utf8')).toMatch(
    /<testsuite name="no_skill" tests="3" failures="2" errors="0" skipped="0" time="0">.*<failure type="assertion_failed" message="expected answer\.txt to contain &#34;at most&#34;"\/>/,
  );
  const report = JSON.parse((await skills('report', '--input', out, '--format', 'json')).stdout);
  expect(Object.keys(report)).toEqual([
    'contract_version',
    'contract_id',
    'created_at',
    'source_created_at',
    'deterministic',
    'aggregates',
    'deltas',
    'error_breakdown',
    'significance',
  ]);
  const changed = (await readFile(out, 'utf8')).replace('"pass_count": 3', '"pass_count": 2');
  await writeFile(out, changed);
  const refused = await skills('report', '--input', out);
  expect(refused).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/aggregates: stored values differ from the results/),
  });
});

test('a gate that does not hold has an exit code of its own', async () => {
  const { exitCode, stderr } = await skills(
    'run',
    '--config',
    path.join(minimal, 'bench.yaml'),
    '--gate',
    'significant',
  );
  expect(exitCode).toBe(3);
  expect(stderr).toMatch(/gate significant: curated_vs_no_skill is inconclusive \(holm_p 1\)$/);
});

test.each<[string, string[], number, RegExp]>([
  ['no command', ['fly'], 1, /unknown command/],
  [
    'an unknown gate',
    ['run', '--config', 'x', '--gate', 'perfect'],
    1,
    /--gate: found "perfect"; allowed are/,
  ],
  [
    'a config that is not there',
    ['run', '--config', '/nowhere.yaml'],
    2,
    /nowhere\.yaml:1:1: file: cannot be read/,
  ],
  [
    'an output that is a folder',
    ['run', '--config', path.join(minimal, 'bench.yaml'), '--out', '/'],
    2,
    /\/: cannot be written/,
  ],
])('%s is told apart by its exit code', async (_, args, code, says) => {
  const { exitCode, stderr, stdout } = await skills(...args);
  expect([exitCode, stdout]).toEqual([code, '']);
  expect(stderr).toMatch(says);
});

if (isLong) {
  test('validate says that a suite is well, and warns of what nobody knows', async () => {
    const folder = await minimalCopy();
    const file = path.join(folder, 'bench.yaml');
    expect(await skills('validate', '--config', file)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(
        /3 tasks under 3 conditions, valid\nnote: 3 tasks cannot show a difference/,
      ),
    });
    await writeFile(file, `${await readFile(file, 'utf8')}colour: blue\n`);
    expect(await skills('validate', '--config', file)).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(/warning: .*colour: unknown key/),
    });
    expect((await skills('validate', '--config', file, '--strict')).exitCode).toBe(2);
    await writeFile(file, (await readFile(file, 'utf8')).replace('./bundles/no-skill', './gone'));
    const out = path.join(folder, 'run.json');
    for (const command of [['validate'], ['run', '--out', out]])
      expect(await skills(...command, '--config', file)).toMatchObject({
        exitCode: 2,
        stderr: expect.stringMatching(/no_skill\.bundle_path: does not exist: \.\/gone/),
      });
    expect(existsSync(out)).toBe(false);
  });
}

test('Ctrl-C leaves no process and a run marked incomplete', async () => {
  const folder = await minimalCopy();
  const config = (await readFile(path.join(folder, 'bench.yaml'), 'utf8')).replace(
    /verifier:[\s\S]*?(?=\n {2}- id: names)/,
    () => 'verifier: { command: "echo $$ > PIDFILE; sleep 60" }',
  );
  const pidFile = path.join(folder, 'pid');
  await writeFile(
    path.join(folder, 'bench.yaml'),
    config.replace('PIDFILE', pidFile).replace('timeout_ms: 1000', 'timeout_ms: 60000'),
  );
  const out = path.join(folder, 'run.json');
  const child = spawn(
    process.execPath,
    [cli, 'skills', 'run', '--config', path.join(folder, 'bench.yaml'), '--out', out],
    { stdio: 'ignore' },
  );
  const pid = await waitForPid(pidFile);
  child.kill('SIGINT');
  const [code] = await once(child, 'exit');
  expect(code).toBe(130);
  expect(isAlive(pid)).toBe(false);
  expect(SkillRun.parse(JSON.parse(await readFile(out, 'utf8')))).toMatchObject({
    incomplete: true,
    results: [],
  });
});

if (isLong) {
  test('two deterministic runs from two folders are the same byte for byte, and without git only the commit differs', async () => {
    const [one, two] = [await minimalCopy(), await minimalCopy()];
    const runs: string[] = [];
    for (const folder of [one, two, one]) {
      const out = path.join(folder, 'run.json');
      await skills(
        'bench',
        'run',
        '--config',
        path.join(folder, 'bench.yaml'),
        '--deterministic',
        '--out',
        out,
      );
      runs.push(await readFile(out, 'utf8'));
    }
    expect(runs[1]).toBe(runs[0]);
    expect(runs[2]).toBe(runs[0]);
    const inGit = await skills(
      'run',
      '--config',
      path.join(minimal, 'bench.yaml'),
      '--deterministic',
      '--format',
      'json',
    );
    const withCommit = JSON.parse(inGit.stdout);
    expect(JSON.parse(runs[0] ?? '').run.git_commit).toBeNull();
    withCommit.run.git_commit = null;
    expect(`${JSON.stringify(withCommit, null, 2)}\n`).toBe(runs[0]);
  });
}

/** The minimal example in a folder of its own, outside of any git checkout. */
async function minimalCopy(): Promise<string> {
  const folder = await folderOf();
  await cp(minimal, folder, { recursive: true });
  return folder;
}

async function waitForPid(file: string): Promise<number> {
  const pid = async () => Number(await readFile(file, 'utf8').catch(() => ''));
  expect(await within(60_000, async () => (await pid()) > 0)).toBe(true);
  return pid();
}
