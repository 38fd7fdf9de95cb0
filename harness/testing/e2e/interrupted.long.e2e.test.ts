import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { ResultsFile, type Run } from '../../results/records/result.ts';
import { folderOf } from '../folder-of.ts';
import { isAlive, running, startedBy, within } from '../processes.ts';
import { cleanEnv, type ScratchProject, scratchProject } from '../scratch-project.ts';

let project: ScratchProject;

beforeAll(async () => {
  project = await scratchProject();
});

/** A server that ignores SIGTERM and the end of its input: nothing but a kill ends it. */
const stubborn = () => [
  '--server-command',
  `exec "${process.execPath}" "${path.join(project.folder, 'harness', 'testing', 'guests', 'cdp-guest.mjs')}" {endpoint} --stubborn`,
  '--server-id',
  'stubborn',
];

const threeTasks = ['example-h1', 'fixture-dom-count', 'fixture-iframe-neighbour'];

test('Ctrl-C saves what was played, leaves no process and exits with 130', async () => {
  const flags = ['--task', threeTasks.join(','), '--adapter', 'noop', '--workers', '1', ...stubborn()];
  // Enough of them that some are left when it is interrupted.
  const many = ['--trials', '3', '--out', 'interrupted'];
  const { child, pids } = await startedPlan([...flags, ...many], { finished: 1 });
  child.kill('SIGINT');
  const [code] = await once(child, 'exit');
  expect(code).toBe(130);
  const run = storedRun();
  expect(run).toMatchObject({ complete: false });
  expect(run?.episodes.length).toBeGreaterThanOrEqual(1);
  // What it kept ready ends with it, and takes a moment for that.
  expect(await within(60_000, () => !pids.some(isAlive))).toBe(true);
});

const environmentOf = (pid: number) => (isAlive(pid) ? readFileSync(`/proc/${pid}/environ`, 'utf8') : '');

test('a run tells no process its task; killed with -9 it leaves a valid file and no process, and is resumed with what is missing', async () => {
  const idle = ['--task', threeTasks.join(','), '--adapter', 'noop', '--out', 'killed'];
  const flags = [...idle, '--workers', '1', ...stubborn()];
  const { child, pids } = await startedPlan(flags);
  const told = pids.map(environmentOf).join('\0');
  expect(told).toContain('BENCH_EPISODE=');
  for (const name of [...threeTasks, storedRun()?.runId ?? 'no run']) expect(told).not.toContain(name);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const killed = storedRun();
  expect(killed).toMatchObject({ complete: false });
  expect(await within(60_000, () => !pids.some(isAlive))).toBe(true);
  const finished = killed?.episodes ?? [];
  expect(finished.length).toBeGreaterThanOrEqual(2);
  expect(finished.length).toBeLessThan(threeTasks.length);

  const resumed = await project.harness([...flags, '--resume', killed?.runId ?? '']);
  expect(resumed.exitCode).toBe(1);
  const whole = storedRun();
  expect(whole).toMatchObject({ runId: killed?.runId, complete: true });
  expect(whole?.episodes.map(({ taskId }) => taskId).sort()).toHaveLength(threeTasks.length);
  expect(new Set(whole?.episodes.map(({ taskId }) => taskId)).size).toBe(threeTasks.length);
  for (const episode of finished) expect(whole?.episodes).toContainEqual(episode);
  expect(resumed.stdout.match(/ failed {2}| inconclusive {2}/g)).toHaveLength(
    threeTasks.length - finished.length,
  );

  const again = await project.harness([...flags, '--resume', killed?.runId ?? '']);
  expect(again).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/is complete; nothing is missing/),
  });
  const other = await project.harness([...idle, '--resume', killed?.runId ?? '']);
  expect(other.stderr).toMatch(
    /played with other tasks, web, limits, server or adapter \(noop on custom:stubborn\)/,
  );
});

/** The last run that the copy has in `results/`. */
function storedRun(): Run | undefined {
  try {
    const text = readFileSync(path.join(project.folder, 'results', `${project.sha}.json`), 'utf8');
    return ResultsFile.parse(JSON.parse(text)).runs.at(-1);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Starts a run and waits until this many of its episodes are saved and another one is played; `pids` are what it started. */
async function startedPlan(
  flags: string[],
  { finished = 2 } = {},
): Promise<{ child: ChildProcess; pids: number[] }> {
  const child = spawn(process.execPath, ['harness/cli/main.ts', ...flags], {
    cwd: project.folder,
    env: cleanEnv(),
    stdio: 'ignore',
  });
  const before = storedRun()?.runId;
  const isUnderWay = () => {
    expect(child.exitCode, 'the run ended by itself').toBeNull();
    const run = storedRun();
    return run !== undefined && run.runId !== before && run.episodes.length >= finished;
  };
  expect(await within(150_000, isUnderWay)).toBe(true);
  let pids: number[] = [];
  const plays = () => {
    expect(child.exitCode, 'the run ended by itself').toBeNull();
    pids = startedBy(child.pid);
    const [servers, browsers] = [running('--stubborn'), running('--remote-debugging-pipe')];
    return pids.some((pid) => servers.includes(pid)) && pids.some((pid) => browsers.includes(pid));
  };
  expect(await within(150_000, plays)).toBe(true);
  return { child, pids };
}

const play = (out: string) => project.harness(['--task', 'example-h1', '--no-save', '--out', out]);

test('a folder that another process plays into is refused, and the process is named', async () => {
  const out = await folderOf();
  const other = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  onTestFinished(() => void other.kill('SIGKILL'));
  writeFileSync(path.join(out, `.in-use-${other.pid}-x`), hostname());
  const { exitCode, stderr } = await play(out);
  expect(stderr).toContain(
    `--out ${out}: process ${other.pid} on ${hostname()} is writing to this folder; wait for that process, or choose another folder with --out`,
  );
  expect(exitCode).toBe(2);
  expect(readdirSync(out)).toEqual([`.in-use-${other.pid}-x`]);
});

test('a path that is no folder is said to be none', async () => {
  const { exitCode, stderr } = await play('/dev/null');
  expect(stderr).toMatch(/^--out \/dev\/null: \/dev\/null: cannot be written: there is a file of that name/m);
  expect(stderr).not.toMatch(/^ {4}at /m);
  expect(exitCode).toBe(2);
});

test('a run that finds the disk full says so without a stack, and goes on when there is room', async () => {
  const { out, room } = await fullDisk();
  const { exitCode, stderr } = await play(out);
  const [said = ''] = /^.* no space is left on the disk \(ENOSPC\)$/m.exec(stderr) ?? [];
  expect(said.startsWith(`${out}/`)).toBe(true);
  expect(stderr).not.toMatch(/^ {4}at /m);
  expect(exitCode).toBe(2);
  const [, again = ''] = /continue the run with: npm run harness -- (.*)/.exec(stderr) ?? [];
  expect(again).toContain(`--out '${out}' --no-save --resume `);
  room();
  // What was cut short is in nobody's way.
  writeFileSync(path.join(out, '20200101T000000Z-abcdef-fixtures.json'), '{"runId": "2020');
  writeFileSync(path.join(out, 'trajectories.jsonl'), '{"runId": "2020');
  const resumed = await project.harness(
    again
      .replaceAll(`'${out}'`, '@')
      .split(' ')
      .map((word) => (word === '@' ? out : word)),
  );
  expect(resumed).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/ passed +example-h1/) });
  expect(readdirSync(out).filter((name) => name.startsWith('.'))).toEqual([]);
});

/** A folder for artefacts in which there is no room for facts until there is `room`. */
async function fullDisk(): Promise<{ out: string; room(): void }> {
  const out = path.join(await folderOf(), 'with room');
  mkdirSync(out);
  const facts = path.join(out, 'facts.jsonl');
  symlinkSync('/dev/full', facts);
  return { out, room: () => rmSync(facts) };
}
