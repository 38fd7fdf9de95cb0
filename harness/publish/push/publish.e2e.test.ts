import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { exampleRun } from '../../results/examples/example-run.ts';
import { exampleSkillRun } from '../../results/examples/example-skill-run.ts';
import {
  type BareRemote,
  bareRemote,
  git,
  gitEnv,
  measured,
  resultsFileText,
} from '../../testing/remotes/bare-remote.ts';
import { commitAll } from '../../testing/remotes/git-as.ts';
import { isLong, sized } from '../../testing/sized.ts';
import { publish } from './publish.ts';

const [sha = ''] = measured;
const toMain = { branch: 'main', remote: 'origin' };
const silent = () => {};

const publishProcess = fileURLToPath(new URL('../../testing/remotes/publish-process.ts', import.meta.url));

function fileOf(...runIds: string[]): string {
  return resultsFileText(
    sha,
    runIds.map((runId) => exampleRun({ runId })),
  );
}

const two = { count: 2, clones: { depth: 1, processes: false } };
const many = [
  { count: 24, clones: {} },
  { count: 24, clones: { depth: 1 } },
];

test.each(sized([two], [two, ...many]))(
  '$count publishers at once all get through (clones: $clones)',
  async ({ count, clones }) => {
    const tries = await publishAtOnce(count, clones);
    if (isLong) expect(Math.max(...tries)).toBeLessThanOrEqual(11);
  },
);

test('index, working tree and branches of the checkout stay as they are, and nothing else is committed', async () => {
  const remote = await bareRemote();
  const clone = await remote.clone();
  await writeResults(clone, sha, ['one']);
  await writeFile(path.join(clone, 'staged.txt'), 'staged\n');
  await git(clone, 'add', 'staged.txt');
  await writeFile(path.join(clone, 'README.md'), 'changed\n');
  await writeFile(path.join(clone, 'results', `.${sha}.json.lock-1`), 'a claim');
  const look = () =>
    Promise.all([
      git(clone, 'status', '--porcelain', '--untracked-files=all'),
      git(clone, 'for-each-ref', 'refs/heads', 'refs/contract-bench'),
    ]);
  const before = await look();
  expect(await publish({ folder: clone, ...toMain }, silent)).toEqual({
    lines: [`published 1 run at ${sha.slice(0, 9)} to origin/main`],
    ok: true,
  });
  expect(await look()).toEqual(before);
  expect(await remote.git('show', '--format=%s', '--name-only', 'main')).toBe(
    `chore(results): 1 run at ${sha.slice(0, 9)}\n\nresults/${sha}.json`,
  );
  expect(await publish({ folder: clone, ...toMain }, silent)).toEqual({
    lines: ['nothing to publish: origin/main is up to date'],
    ok: true,
  });
});

if (isLong) {
  test('without an identity a bot commits', async () => {
    const remote = await bareRemote();
    const clone = await remote.clone();
    await writeResults(clone, sha, ['one']);
    expect(await publishFrom(clone)).toMatchObject({ exitCode: 0, tries: 1 });
    expect(await remote.git('show', '-s', '--format=%cn <%ce>, %an', 'main')).toBe(
      'contract-bench <bot@contract-bench.invalid>, contract-bench',
    );
  });

  test('a run with another version on the branch is reported, and nothing is pushed', async () => {
    const remote = await bareRemote({ [`results/${sha}.json`]: fileOf('one') });
    const clone = await remote.clone();
    const other = [exampleRun({ runId: 'one', durationMs: 1 }), exampleRun({ runId: 'two' })];
    await writeFile(path.join(clone, 'results', `${sha}.json`), resultsFileText(sha, other));
    const before = await remote.git('rev-parse', 'main');
    const { exitCode, lines } = await publishHere(clone);
    expect(exitCode).toBe(1);
    expect(lines).toEqual([
      `results/${sha}.json: run one: the branch has another version; nothing is overwritten`,
    ]);
    expect(await remote.git('rev-parse', 'main')).toBe(before);
  });

  test('a record of a server gets more parts, unless the branch has changed it since the clone', async () => {
    const name = 'results/servers/mine@1.0.0.json';
    const kept = 'results/servers/v1/mine@1.0.0.json';
    const remote = await bareRemote({
      [name]: '{"parts":1}\n',
      [kept]: '{}\n',
      'results/references.json': '[]\n',
    });
    const [first, late] = [await remote.clone(), await remote.clone()];
    await writeFile(path.join(first, name), '{"parts":2}\n');
    // Its costs of v1, which the record has now; any other file that is gone here stays on the branch.
    for (const gone of [kept, 'results/references.json']) await rm(path.join(first, gone));
    expect(await publish({ folder: first, ...toMain }, silent)).toMatchObject({ ok: true });
    expect(await remote.git('show', `main:${name}`)).toBe('{"parts":2}');
    const left = await remote.git('ls-tree', '-r', '--name-only', 'main', 'results');
    expect(left.split('\n')).toEqual(['results/references.json', name]);
    await writeFile(path.join(late, name), '{"parts":3}\n');
    expect(await publish({ folder: late, ...toMain }, silent)).toEqual({
      lines: [`${name}: the branch has another version; nothing is overwritten`],
      ok: false,
    });
  });
}

const inNoRepository: [string, string | null] = ['that is in no repository', 'f'.repeat(40)];

test.each(sized([inNoRepository], [inNoRepository, ['that was never pushed, or was amended', null]]))(
  'a run of a commit %s is not published',
  async (_, unknown) => {
    const remote = await bareRemote();
    const clone = await remote.clone();
    const stray = unknown ?? (await commitAll(clone, 'feat: not pushed', '--allow-empty'));
    await writeResults(clone, stray, ['one']);
    const refused = [`results/${stray}.json: no branch or tag of origin has this commit; push it first`];
    const { exitCode, lines } = await publishHere(clone);
    expect({ exitCode, lines: lines.map((line) => line.split(', or ')[0]) }).toEqual({
      exitCode: 1,
      lines: refused,
    });
    if (unknown !== null) return;
    await git(clone, 'push', '--quiet', 'origin', 'HEAD:refs/heads/feature');
    expect(await publishHere(clone)).toMatchObject({ exitCode: 0 });
  },
);

if (isLong) {
  test('a failure that a retry would not change ends at the first try', async () => {
    const remote = await bareRemote();
    const clone = await remote.clone();
    await writeResults(clone, sha, ['one']);
    const hook = path.join(remote.folder, 'hooks', 'pre-receive');
    await mkdir(path.dirname(hook), { recursive: true });
    await writeFile(hook, '#!/bin/sh\nexit 1\n');
    await chmod(hook, 0o755);
    const declined = await publishHere(clone);
    expect(declined).toMatchObject({
      exitCode: 1,
      tries: 1,
      lines: [expect.stringMatching(/hook declined/)],
    });
    // No hook of the checkout runs, and a branch that is checked out takes no push however often.
    await write(path.join(clone, '.git/hooks/pre-push'), '#!/bin/sh\nexit 1\n');
    await chmod(path.join(clone, '.git/hooks/pre-push'), 0o755);
    const other = await remote.clone();
    await git(clone, 'remote', 'add', 'whole', other);
    await git(clone, 'config', 'push.followTags', 'true');
    expect(await publishHere(clone, 'whole')).toMatchObject({
      tries: 1,
      lines: [expect.stringMatching(/^publish: .*branch is currently checked out/)],
    });
    await expect(publish({ folder: clone, branch: 'main', remote: 'nope' }, silent)).rejects.toThrow(
      '--remote: got "nope"; expected a URL, a path or one of the remotes: origin, whole',
    );
    await expect(publish({ folder: clone, branch: 'a..b', remote: 'origin' }, silent)).rejects.toThrow(
      '--branch: got "a..b"',
    );
    await writeFile(path.join(clone, 'results', `${sha}.json`), '{}');
    await expect(publish({ folder: clone, ...toMain }, silent)).rejects.toThrow(/json: schema: /);
    expect(await readFile(path.join(clone, 'results', `${sha}.json`), 'utf8')).toBe('{}');
  });

  test('with an identity its owner commits', async () => {
    const remote = await bareRemote();
    const clone = await remote.clone();
    await git(clone, 'config', 'user.name', 'Ada');
    await git(clone, 'config', 'user.email', 'ada@example.com');
    await writeResults(clone, sha, ['one', 'two']);
    expect(await publish({ folder: clone, ...toMain }, silent)).toMatchObject({ ok: true });
    expect(await remote.git('show', '-s', '--format=%cn <%ce>', 'main')).toBe('Ada <ada@example.com>');
  });

  test('files that the branch has gained, changed or dropped since the clone stay so', async () => {
    const old = 'b'.repeat(40);
    const remote = await bareRemote({
      'results/references.json': '1\n',
      [`results/${old}.json`]: resultsFileText(old, [exampleRun()]),
    });
    const late = await remote.clone();
    const first = await remote.clone();
    await writeResults(first, sha, ['one']);
    await writeFile(path.join(first, 'results', 'references.json'), '2\n');
    expect(await publish({ folder: first, ...toMain }, silent)).toMatchObject({ ok: true });
    await git(first, 'fetch', '--quiet');
    await git(first, 'reset', '--quiet', '--hard', 'origin/main');
    await git(first, 'rm', '--quiet', `results/${old}.json`);
    await git(first, '-c', 'user.name=a', '-c', 'user.email=a', 'commit', '--quiet', '--message', 'drop');
    await git(first, 'push', '--quiet');

    await writeResults(late, sha, ['two']);
    await mkdir(path.join(late, 'results', 'episodes'));
    await writeFile(path.join(late, 'results', 'episodes', 'two.jsonl.gz'), gzipSync('{}\n'));
    await mkdir(path.join(late, 'results', 'pictures', 'ab'), { recursive: true });
    await writeFile(path.join(late, 'results', 'pictures', 'ab', 'abcd.webp'), 'a picture');
    expect(await publish({ folder: late, ...toMain }, silent)).toMatchObject({ ok: true });
    expect((await remote.results(sha)).runs.map(({ runId }) => runId)).toEqual(['one', 'two']);
    expect(await remote.git('show', 'main:results/references.json')).toBe('2');
    const published = await remote.git('ls-tree', '-r', '--name-only', 'main');
    expect(published).not.toContain(old);
    expect(published).toContain('results/episodes/two.jsonl.gz');
    expect(await remote.git('show', 'main:results/pictures/ab/abcd.webp')).toBe('a picture');

    await writeFile(path.join(late, 'results', 'references.json'), '3\n');
    expect(await publish({ folder: late, ...toMain }, silent)).toMatchObject({
      lines: [expect.stringMatching(/^results\/references\.json: the branch has another version/)],
      ok: false,
    });
  });

  test('an example of the skill benchmark is not published, nor an invalid run of it', async () => {
    const remote = await bareRemote();
    const clone = await remote.clone();
    const file = path.join(clone, 'results/skills/runs/one.json');
    await write(file, JSON.stringify(exampleSkillRun({ model_label: 'none', environment_label: 'example' })));
    const outcome = await publish({ folder: clone, branch: 'data', remote: 'origin' }, silent);
    expect(outcome).toMatchObject({ ok: false });
    expect(outcome.lines.join('\n')).toContain(
      'results/skills/runs/one.json: invalid result: its environment_label is "example"',
    );
    await write(file, '{}');
    await expect(publish({ folder: clone, branch: 'data', remote: 'origin' }, silent)).rejects.toThrow(
      /one\.json: contract_version: /,
    );
  });

  test('a new branch begins with the results alone; skill runs of two clones share an index', async () => {
    const remote = await bareRemote();
    const entry = (runId: string, day: number) => ({ runId, createdAt: `2026-01-0${day}T00:00:00Z` });
    for (const [index, runId] of ['old', 'new'].entries()) {
      const clone = await remote.clone();
      const runs = [entry(runId, index + 1)];
      const files = {
        [`runs/${runId}.json`]: JSON.stringify(exampleSkillRun()),
        'index.json': JSON.stringify({ schema: 's', updated_at: runs[0]?.createdAt, runs }),
      };
      for (const [name, text] of Object.entries(files))
        await write(path.join(clone, 'results/skills', name), text);
      expect(await publish({ folder: clone, branch: 'data', remote: 'origin' }, silent)).toMatchObject({
        ok: true,
      });
    }
    expect(await remote.git('ls-tree', '-r', '--name-only', 'data')).toBe(
      ['index.json', 'runs/new.json', 'runs/old.json'].map((name) => `results/skills/${name}`).join('\n'),
    );
    const index = JSON.parse(await remote.git('show', 'data:results/skills/index.json'));
    expect(index).toMatchObject({
      updated_at: '2026-01-02T00:00:00Z',
      runs: [entry('new', 2), entry('old', 1)],
    });
    expect(await remote.git('log', '--oneline', 'data')).toMatch(/^.*\n.*$/);
  });
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Publishes `results/` of a clone in a process of its own. */
async function publishFrom(clone: string, { branch = 'main', env = {} } = {}) {
  const { exitCode, stdout, stderr } = await execa(process.execPath, [publishProcess, clone, branch], {
    reject: false,
    extendEnv: false,
    env: { ...gitEnv, ...env },
  });
  return { exitCode, stderr, ...(stdout === '' ? { lines: [], tries: 0 } : JSON.parse(stdout)) };
}

/** The same in this process, with whatever git is configured for. */
async function publishHere(clone: string, remote = 'origin') {
  let tries = 1;
  const options = { folder: clone, branch: 'main', remote };
  const { ok, lines } = await publish(options, () => {
    tries += 1;
  });
  return { exitCode: ok ? 0 : 1, stderr: '', lines, tries };
}

/**
 * So many publish at once, each from a clone of its own and as a process where it is said, half of them runs of one commit: all exit with 0,
 * every run is there once, and the branch was never forced. Returns how many tries each needed.
 */
async function publishAtOnce(
  count: number,
  { depth, processes = true }: { depth?: number; processes?: boolean } = {},
): Promise<number[]> {
  const remote = await bareRemote();
  const wanted = Array.from({ length: count }, (_, index) => ({
    runId: `run-${index}`,
    sha: measured[Math.max(0, index + 1 - count / 2)] ?? '',
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

async function writeResults(clone: string, sha: string, runIds: readonly string[]): Promise<void> {
  await mkdir(path.join(clone, 'results'), { recursive: true });
  const runs = runIds.map((runId) => exampleRun({ runId }));
  await writeFile(path.join(clone, 'results', `${sha}.json`), resultsFileText(sha, runs));
}

/** Each update of `main` has the one before as its ancestor. */
async function expectFastForwards(remote: BareRemote, updates: number): Promise<void> {
  const tips = (await remote.git('log', '--walk-reflogs', '--format=%H', 'main')).split('\n').reverse();
  expect(tips).toHaveLength(updates);
  for (const [index, tip] of tips.entries()) {
    const before = tips[index - 1];
    if (before) await remote.git('merge-base', '--is-ancestor', before, tip);
  }
}
