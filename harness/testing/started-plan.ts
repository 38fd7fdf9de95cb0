import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { ResultsFile, type Run } from '../results/records/result.ts';
import { running, startedBy, within } from './processes.ts';
import { cleanEnv, type ScratchProject } from './scratch-project.ts';

/** A server that ignores SIGTERM and the end of its input: nothing but a kill ends it. */
export const stubborn = ({ folder }: ScratchProject) => [
  '--server-command',
  `exec "${process.execPath}" "${path.join(folder, 'harness', 'testing', 'guests', 'cdp-guest.mjs')}" {endpoint} --stubborn`,
  '--server-id',
  'stubborn',
];

export const threeTasks = ['example-h1', 'fixture-dom-count', 'fixture-iframe-neighbour'];

/** The last run that the copy has in `results/`. */
export function storedRun(project: ScratchProject): Run | undefined {
  try {
    const text = readFileSync(path.join(project.folder, 'results', `${project.sha}.json`), 'utf8');
    return ResultsFile.parse(JSON.parse(text)).runs.at(-1);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Starts a run and waits until this many of its episodes are saved and another one is played; `pids` are what it started. */
export async function startedPlan(
  project: ScratchProject,
  flags: string[],
  { finished = 2 } = {},
): Promise<{ child: ChildProcess; pids: number[] }> {
  const child = spawn(process.execPath, ['harness/cli/main.ts', ...flags], {
    cwd: project.folder,
    env: cleanEnv(),
    stdio: 'ignore',
  });
  const before = storedRun(project)?.runId;
  const isUnderWay = () => {
    expect(child.exitCode, 'the run ended by itself').toBeNull();
    const run = storedRun(project);
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
