import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exampleRun } from '../../results/examples/example-run.ts';
import { bareRemote, git, resultsFileText } from '../../testing/remotes/bare-remote.ts';
import { publishAtOnce, publishFrom, publishHere, writeResults } from '../../testing/remotes/publishers.ts';
import { publish } from './publish.ts';

const sha = 'a'.repeat(40);
const toMain = { branch: 'main', remote: 'origin' };
const silent = () => {};

function fileOf(...runIds: string[]): string {
  return resultsFileText(
    sha,
    runIds.map((runId) => exampleRun({ runId })),
  );
}

test('2 publishers at once, from shallow clones, get through', async () => {
  await publishAtOnce(2, { depth: 1, processes: false });
});

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
    lines: ['published 1 run at aaaaaaaaa to origin/main'],
    ok: true,
  });
  expect(await look()).toEqual(before);
  expect(await remote.git('show', '--format=%s', '--name-only', 'main')).toBe(
    `chore(results): 1 run at aaaaaaaaa\n\nresults/${sha}.json`,
  );
  expect(await publish({ folder: clone, ...toMain }, silent)).toEqual({
    lines: ['nothing to publish: origin/main has it all'],
    ok: true,
  });
});

test('without an identity a bot commits', async () => {
  const remote = await bareRemote();
  const clone = await remote.clone();
  await writeResults(clone, sha, ['one']);
  expect(await publishFrom(clone)).toMatchObject({ exitCode: 0, tries: 1 });
  expect(await remote.git('show', '-s', '--format=%cn <%ce>, %an', 'main')).toBe(
    'contract-bench <bot@contract-bench.invalid>, contract-bench',
  );
});

test('a run that is there with other bytes is named, and nothing is pushed', async () => {
  const remote = await bareRemote({ [`results/${sha}.json`]: fileOf('one') });
  const clone = await remote.clone();
  const other = [exampleRun({ runId: 'one', durationMs: 1 }), exampleRun({ runId: 'two' })];
  await writeFile(path.join(clone, 'results', `${sha}.json`), resultsFileText(sha, other));
  const before = await remote.git('rev-parse', 'main');
  const { exitCode, lines } = await publishHere(clone);
  expect(exitCode).toBe(1);
  expect(lines).toEqual([
    `results/${sha}.json: run one: the branch has it with other bytes; nothing is overwritten`,
  ]);
  expect(await remote.git('rev-parse', 'main')).toBe(before);
});

test('what no other try would change ends at the first', async () => {
  const remote = await bareRemote();
  const clone = await remote.clone();
  await writeResults(clone, sha, ['one']);
  const hook = path.join(remote.folder, 'hooks', 'pre-receive');
  await mkdir(path.dirname(hook), { recursive: true });
  await writeFile(hook, '#!/bin/sh\nexit 1\n');
  await chmod(hook, 0o755);
  const declined = await publishHere(clone);
  expect(declined).toMatchObject({ exitCode: 1, tries: 1, lines: [expect.stringMatching(/hook declined/)] });
  await expect(publish({ folder: clone, branch: 'main', remote: 'nope' }, silent)).rejects.toThrow(
    '--remote: unknown remote "nope"; there is origin',
  );
  await expect(publish({ folder: clone, branch: 'a..b', remote: 'origin' }, silent)).rejects.toThrow(
    '--branch: found "a..b"',
  );
  await writeFile(path.join(clone, 'results', `${sha}.json`), '{}');
  await expect(publish({ folder: clone, ...toMain }, silent)).rejects.toThrow(/json: schema: /);
  expect(await readFile(path.join(clone, 'results', `${sha}.json`), 'utf8')).toBe('{}');
});
