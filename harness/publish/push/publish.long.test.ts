import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { exampleRun } from '../../results/examples/example-run.ts';
import { exampleSkillRun } from '../../results/examples/example-skill-run.ts';
import { bareRemote, git, resultsFileText } from '../../testing/remotes/bare-remote.ts';
import { publishAtOnce, writeResults } from '../../testing/remotes/publishers.ts';
import { publish } from './publish.ts';

const sha = 'a'.repeat(40);
const toMain = { branch: 'main', remote: 'origin' };
const silent = () => {};

test.each([{}, { depth: 1 }])('24 publishers at once all get through (clones: %j)', async (clones) => {
  const tries = await publishAtOnce(24, clones);
  expect(Math.max(...tries)).toBeLessThanOrEqual(11);
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

test('what the branch has gained, changed or dropped since the clone stays so', async () => {
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
  expect(await publish({ folder: late, ...toMain }, silent)).toMatchObject({ ok: true });
  expect((await remote.results(sha)).runs.map(({ runId }) => runId)).toEqual(['one', 'two']);
  expect(await remote.git('show', 'main:results/references.json')).toBe('2');
  const published = await remote.git('ls-tree', '-r', '--name-only', 'main');
  expect(published).not.toContain(old);
  expect(published).toContain('results/episodes/two.jsonl.gz');

  await writeFile(path.join(late, 'results', 'references.json'), '3\n');
  expect(await publish({ folder: late, ...toMain }, silent)).toMatchObject({
    lines: [expect.stringMatching(/^results\/references\.json: the branch has it with other bytes/)],
    ok: false,
  });
});

test('an example of the skill benchmark is not published, nor what is no run of it', async () => {
  const remote = await bareRemote();
  const clone = await remote.clone();
  const file = path.join(clone, 'results/skills/runs/one.json');
  await write(file, JSON.stringify(exampleSkillRun({ model_label: 'none', environment_label: 'example' })));
  const outcome = await publish({ folder: clone, branch: 'data', remote: 'origin' }, silent);
  expect(outcome).toMatchObject({ ok: false });
  expect(outcome.lines.join('\n')).toContain(
    'results/skills/runs/one.json: is no result: its environment_label is "example"',
  );
  await write(file, '{}');
  await expect(publish({ folder: clone, branch: 'data', remote: 'origin' }, silent)).rejects.toThrow(
    /one\.json: contract_version: /,
  );
});

test('a branch that there is not yet begins with the results alone; skill runs of two clones share an index', async () => {
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

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}
