import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { checkResults } from '../../cli/check/check-results.ts';
import { gitIn } from '../../platform/git/git.ts';
import { projectAt } from '../../platform/project.ts';
import { openOrigins } from '../../publish/board/open-origins.ts';
import { readSiteHistory } from '../../publish/board/read-site-history.ts';
import { runsOfState } from '../../publish/gate/find-runs.ts';
import { historyFailures } from '../../publish/gate/history-failures.ts';
import { openStock } from '../../publish/mcp/open-stock.ts';
import { findCheckout } from '../../publish/push/find-checkout.ts';
import { planCommit } from '../../publish/push/plan-commit.ts';
import { readHistory, runFileOf } from '../../results/records/read-history.ts';
import { saveRun } from '../../results/store/save-run.ts';
import { verifyFolder } from '../../results/verify/verify.ts';
import { saveReplay } from '../save-replay.ts';
import { cleanEnv, scratchProject } from '../scratch-project.ts';

test('one file a run is read as one file a commit is: history, check, site, gate, verify, MCP and publish', async () => {
  const { folder, sha } = await scratchProject();
  if (sha === null) throw new Error('the copy is a git checkout');
  const project = projectAt(folder);
  const check = (options = {}) => checkResults(project, Date.now(), options);
  const { results } = project;
  const runs = [
    await saveReplay(folder, { sha, suite: 'fixtures' }),
    await saveReplay(folder, { sha, suite: 'town' }),
  ];
  const [first, second] = runs;
  if (!first || !second) throw new Error('two runs are saved');
  const out = path.join(folder, 'reports', 'own');
  mkdirSync(out, { recursive: true });
  writeFileSync(path.join(out, `${first.runId}.json`), JSON.stringify({ ...first, durationMs: 1 }));
  const git = gitIn(folder);
  const commit = async (message: string) => {
    await git.run(['add', '--all', 'results']);
    const as = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
    await execa('git', [...as, 'commit', '--quiet', '--no-gpg-sign', '--message', message], { cwd: folder });
  };
  await git.run(['remote', 'add', 'origin', folder]);
  const tip = await git.run(['rev-parse', 'HEAD']);
  const plan = async (on: string | null, mostBytes?: number) => {
    const { own } = await findCheckout({ folder, branch: 'main', remote: 'origin' });
    return planCommit(git, own, on, mostBytes === undefined ? {} : { mostBytes });
  };

  const answers = async () => {
    const origins = await openOrigins({ checkout: project, resultsDir: results, repositoryUrl: null });
    const shelf = await openStock(project, path.join(folder, 'none')).read();
    const { added, shas, conflicts } = await plan(null);
    const { findings, lines } = await verifyFolder({ project, folder: out, sha, tasks: null }, cleanEnv());
    const answer = {
      history: [...readHistory(results)],
      check: await check(),
      site: readSiteHistory(results, origins),
      gate: (await runsOfState(git, { ...project, ownServer: false, out: null }, 'HEAD')).runs.map(
        ({ run }) => run,
      ),
      against: await historyFailures(project, { sha: tip, name: 'before' }),
      verify: { findings, lines },
      mcp: shelf.runs.map((listed) => shelf.runOf(listed)),
      publish: { added, shas, conflicts },
    };
    return JSON.parse(JSON.stringify(answer).replaceAll(`${sha}.json`, sha));
  };

  const asOneFile = await answers();
  expect(asOneFile.check.mistakes).toEqual([]);
  expect(asOneFile.against.failures).toEqual([]);
  expect(asOneFile.gate).toHaveLength(2);
  expect(asOneFile.mcp).toHaveLength(2);
  expect(asOneFile.verify.findings.join('\n')).toContain(
    `results/${sha}: run ${first.runId}: durationMs: committed`,
  );
  expect(asOneFile.publish).toEqual({
    added: runs.map(({ runId }) => runId).sort(),
    shas: [sha],
    conflicts: [],
  });
  expect((await plan(null, 1000)).conflicts.join()).toContain(`Make the folder results/${sha} (mkdir)`);
  expect((await check({ mostBytes: 1000 })).mistakes.join()).toContain('expected at most 1000');
  await commit('test: results in one file');

  const parts = path.join(results, sha);
  mkdirSync(parts);
  expect(await saveRun(results, sha, { date: null, parents: [] }, first)).toBe(parts);
  expect(await answers()).toEqual(asOneFile);
  // What the branch has as one file becomes one a run, and nothing of it is lost.
  const head = await git.run(['rev-parse', 'HEAD']);
  const moved = await plan(head);
  expect(moved.conflicts).toEqual([]);
  expect(moved.added).toEqual([]);
  expect(moved.files.map((file) => [file.path, file.content === null])).toEqual([
    ...runs.map(({ runId }) => [`results/${sha}/${runId}.json.gz`, false]).sort(),
    [`results/${sha}.json`, true],
  ]);
  const base = { sha: head, name: 'one file' };
  expect((await historyFailures(project, base)).failures).toEqual([]);

  // Against git a change and a loss are named as they are of one file.
  const file = runFileOf(parts, second.runId);
  const stored = readFileSync(file);
  const { runs: own, ...rest } = JSON.parse(gunzipSync(stored).toString());
  writeFileSync(file, gzipSync(JSON.stringify({ ...rest, runs: [{ ...own[0], durationMs: 1 }] })));
  expect((await historyFailures(project, base)).failures.map(({ what }) => what)).toEqual([
    expect.stringContaining(`run ${second.runId}: durationMs: 1, the base has`),
    expect.stringContaining(`${second.runId}: durationMs: 1, the history of this repository has`),
  ]);
  expect((await plan(head)).conflicts).toEqual([
    expect.stringContaining(`run ${second.runId}: the branch has another version`),
  ]);
  rmSync(file);
  const lost = `${second.runId}: gone; the history of this repository has it`;
  expect((await check()).mistakes).toEqual([`${parts}: ${lost}`]);
  writeFileSync(file, stored);
  await commit('test: results in one file a run');
  expect(await answers()).toMatchObject({ check: { mistakes: [] }, against: asOneFile.against });

  // Both forms of one commit.
  writeFileSync(`${parts}.json`, await git.run(['show', `${head}:results/${sha}.json`]));
  expect((await check()).mistakes).toContainEqual(
    expect.stringContaining(`the folder ${sha}/ with one file per run`),
  );
});
