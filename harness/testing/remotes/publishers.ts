import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect } from 'vitest';
import { publish } from '../../publish/push/publish.ts';
import { exampleRun } from '../../results/examples/example-run.ts';
import { type BareRemote, bareRemote, gitEnv, resultsFileText } from './bare-remote.ts';

const publishProcess = fileURLToPath(new URL('publish-process.ts', import.meta.url));

/** Publishes `results/` of a clone in a process of its own. */
export async function publishFrom(clone: string, { branch = 'main', env = {} } = {}) {
  const { exitCode, stdout, stderr } = await execa(process.execPath, [publishProcess, clone, branch], {
    reject: false,
    extendEnv: false,
    env: { ...gitEnv, ...env },
  });
  return { exitCode, stderr, ...(stdout === '' ? { lines: [], tries: 0 } : JSON.parse(stdout)) };
}

/** The same in this process, with whatever git is configured for. */
export async function publishHere(clone: string) {
  let tries = 1;
  const options = { folder: clone, branch: 'main', remote: 'origin' };
  const { ok, lines } = await publish(options, () => {
    tries += 1;
  });
  return { exitCode: ok ? 0 : 1, stderr: '', lines, tries };
}

/**
 * So many publish at once, each from a clone of its own and as a process where it is said, half of them runs of one commit: all exit with 0,
 * every run is there once, and the branch was never forced. Returns how many tries each needed.
 */
export async function publishAtOnce(
  count: number,
  { depth, processes = true }: { depth?: number; processes?: boolean } = {},
): Promise<number[]> {
  const remote = await bareRemote();
  const shared = 'a'.repeat(40);
  const wanted = Array.from({ length: count }, (_, index) => ({
    runId: `run-${index}`,
    sha: index < count / 2 ? shared : index.toString(16).padStart(40, 'b'),
  }));
  const clones = await Promise.all(
    wanted.map(async ({ runId, sha }) => {
      const clone = await remote.clone(depth === undefined ? {} : { depth });
      await writeResults(clone, sha, [runId]);
      return clone;
    }),
  );
  const ended = await Promise.all(
    clones.map((clone) => (processes ? publishFrom(clone) : publishHere(clone))),
  );
  expect(ended.map(({ exitCode, stderr }) => ({ exitCode, stderr }))).toEqual(
    wanted.map(() => ({ exitCode: 0, stderr: '' })),
  );
  const bySha = Map.groupBy(wanted, ({ sha }) => sha);
  const names = (await remote.git('ls-tree', '-r', '--name-only', 'main')).split('\n');
  expect(names.sort()).toEqual(
    ['README.md', ...[...bySha.keys()].map((sha) => `results/${sha}.json`)].sort(),
  );
  for (const [sha, runs] of bySha) {
    const there = (await remote.results(sha)).runs.map(({ runId }) => runId);
    expect(there.sort()).toEqual(runs.map(({ runId }) => runId).sort());
  }
  await expectFastForwards(remote, count);
  return ended.map(({ tries }) => tries);
}

export async function writeResults(clone: string, sha: string, runIds: readonly string[]): Promise<void> {
  await mkdir(path.join(clone, 'results'), { recursive: true });
  const runs = runIds.map((runId) => exampleRun({ runId }));
  await writeFile(path.join(clone, 'results', `${sha}.json`), resultsFileText(sha, runs));
}

/** Each update of `main` has the one before as its ancestor. */
export async function expectFastForwards(remote: BareRemote, updates: number): Promise<void> {
  const tips = (await remote.git('log', '--walk-reflogs', '--format=%H', 'main')).split('\n').reverse();
  expect(tips).toHaveLength(updates);
  for (const [index, tip] of tips.entries()) {
    const before = tips[index - 1];
    if (before) await remote.git('merge-base', '--is-ancestor', before, tip);
  }
}
