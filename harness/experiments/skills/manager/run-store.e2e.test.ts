import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { thisProject } from '../../../cli/this-project.ts';
import { readSkillRuns } from '../../../results/records/read-skill-runs.ts';
import { folderOf } from '../../../testing/folder-of.ts';
import { askOf, managerOf, managerProcess } from '../../../testing/manager.ts';
import { sized } from '../../../testing/sized.ts';
import { skillWorkspace, suiteOf } from '../../../testing/skill-workspace.ts';
import { RunIndex } from './run-store.ts';

const indexIn = (folder: string) =>
  RunIndex.parse(JSON.parse(readFileSync(path.join(folder, 'index.json'), 'utf8')));

const inProcess = {
  count: 6,
  serve: async (workspace: string) => {
    const { url, runsDir } = await managerOf(workspace);
    const other = await managerOf(workspace, { runsDir });
    return { urls: [url, other.url] as const, runsDir };
  },
};
const asProcesses = {
  count: 40,
  serve: async (workspace: string) => {
    const runsDir = await folderOf();
    const [one, two] = await Promise.all([
      managerProcess(workspace, runsDir),
      managerProcess(workspace, runsDir),
    ]);
    return { urls: [one.url, two.url] as const, runsDir };
  },
};

test.each(sized([inProcess], [inProcess, asProcesses]))(
  'two managers on one folder list all of $count concurrent runs, and the earlier ones',
  async ({ count, serve }) => {
    const { urls, runsDir } = await serve(await skillWorkspace());
    await listsConcurrentRuns(urls, { runsDir, count });
  },
);

test('a truncated, a foreign and a missing index are rebuilt, with labels and times', async () => {
  const { ask, runsDir } = await managerOf(await skillWorkspace());
  for (const label of ['first', 'second', 'third'])
    await ask('/bench/runs', { body: { configPath: 'bench/suite.yaml', label } });
  const index = path.join(runsDir, 'index.json');
  const before = indexIn(runsDir);
  expect(before.runs.map(({ label }) => label)).toEqual(['third', 'second', 'first']);
  for (const damage of [
    () => truncateSync(index, 100),
    () => writeFileSync(index, '{"schema":"other","runs":[]}'),
    () => rmSync(index),
  ]) {
    damage();
    const { body } = await ask('/bench/runs');
    expect((body.runs as { label: string }[]).map(({ label }) => label)).toEqual([
      'third',
      'second',
      'first',
    ]);
    expect(indexIn(runsDir).runs).toEqual(before.runs);
  }
});

test('runs from another program are listed by the time of their files, damaged ones are not', async () => {
  const { ask, runsDir } = await managerOf(await skillWorkspace());
  const { body } = await ask('/bench/runs', { body: { configPath: 'bench/suite.yaml' } });
  const file = path.join(runsDir, 'runs', 'from-elsewhere.json');
  writeFileSync(file, JSON.stringify(body.run));
  writeFileSync(path.join(runsDir, 'runs', 'broken.json'), '{"contract_id":');
  const { runs } = (await ask('/bench/runs')).body as { runs: { runId: string; createdAt: string }[] };
  expect(runs.map(({ runId }) => runId)).toEqual(['from-elsewhere', body.runId]);
  expect(runs[0]?.createdAt).toBe(statSync(file).mtime.toISOString());
  expect((await ask('/bench/runs/from-elsewhere')).body).toEqual(body.run);
  expect((await ask('/bench/runs/broken')).status).toBe(404);
});

/** Of two managers on one folder each lists one run, and all of so many that both do at once afterwards. */
async function listsConcurrentRuns(
  urls: readonly [string, string],
  { runsDir, count }: { runsDir: string; count: number },
): Promise<void> {
  const post = async (url = '') => {
    const { status, body } = await askOf(url, '/bench/runs', { body: { configPath: 'bench/suite.yaml' } });
    expect(status).toBe(200);
    return String(body.runId);
  };
  const earlier = await post(urls[0]);
  const runIds = await Promise.all(Array.from({ length: count }, (_, index) => post(urls[index % 2])));
  expect(new Set(runIds).size).toBe(count);
  for (const url of urls) {
    const { body } = await askOf(url, '/bench/runs?limit=100');
    const listed = (body.runs as { runId: string }[]).map(({ runId }) => runId);
    expect(listed.toSorted()).toEqual([earlier, ...runIds].toSorted());
    expect(listed.at(-1)).toBe(earlier);
    for (const runId of listed) expect((await askOf(url, `/bench/runs/${runId}`)).status).toBe(200);
  }
  expect(indexIn(runsDir).runs).toHaveLength(count + 1);
  expect(readdirSync(runsDir, { recursive: true }).filter((name) => /tmp|lock/.test(String(name)))).toEqual(
    [],
  );
}

test('the results keep no invalid run, and report the reason; other folders keep every run', async () => {
  const results = await folderOf();
  const project = { ...thisProject, results };
  const labelled = suiteOf('ours', ['answer.txt']).replace('suite: ours', 'suite: ours, model_label: m');
  const own = labelled.replace(
    'adapter: { id: stub, options: { bundle_path: ./own } }',
    'bundle_path: ./own',
  );
  const files = { 'bench/model.yaml': own, 'bench/times.yaml': `${own}execution: { deterministic: true }\n` };
  const workspace = await skillWorkspace(files);
  const { ask } = await managerOf(workspace, { project, runsDir: path.join(results, 'skills') });
  const refused = (await ask('/bench/runs', { body: { configPath: 'bench/suite.yaml' } })).body;
  expect(refused).toMatchObject({ saved: false, notSaved: expect.stringMatching(/is a stub/) });
  expect((await ask(`/bench/runs/${refused.runId}`)).status).toBe(200);
  expect(existsSync(path.join(results, 'skills'))).toBe(false);
  // A suite that asks for the same bytes each time gets them, whatever the request asks.
  const body = { configPath: 'bench/times.yaml', deterministic: false };
  const kept = (await ask('/bench/runs', { body })).body;
  expect(kept).toMatchObject({ saved: true, notSaved: null, run: { run: { deterministic: true } } });
  expect(readSkillRuns(path.join(results, 'skills', 'runs'))).toMatchObject([{ noResult: null }]);
});
