import { readdirSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SkillReport, SkillRun } from '../../../results/records/skill-run.ts';
import { folderOf } from '../../../testing/folder-of.ts';
import { managerOf } from '../../../testing/manager.ts';
import { skillWorkspace, suiteOf } from '../../../testing/skill-workspace.ts';

const configPath = 'bench/suite.yaml';

test('the answer comes at the end of the run, and the run is found again by its id', async () => {
  const workspace = await skillWorkspace();
  const { ask, runsDir } = await managerOf(workspace);
  const { status, body } = await ask('/bench/runs', { body: { configPath, label: ' nightly ' } });
  expect(status).toBe(200);
  const run = SkillRun.parse(body.run);
  expect(run.run.deterministic).toBe(true);
  expect(run.aggregates.curated_skill?.pass_rate).toBe(1);
  expect(SkillReport.parse(body.report).aggregates).toEqual(run.aggregates);
  const runPath = path.join(runsDir, 'runs', `${body.runId}.json`);
  expect(body).toMatchObject({ saved: true, runPath });

  expect((await ask(`/bench/runs/${body.runId}`)).body).toEqual(run);
  expect((await ask(`/bench/runs/${body.runId}/report`)).body).toMatchObject({ deltas: run.deltas });
  const { runs } = (await ask('/bench/runs')).body as { runs: Record<string, unknown>[] };
  expect(runs).toEqual([
    {
      runId: body.runId,
      runPath,
      configPath,
      label: 'nightly',
      createdAt: expect.stringMatching(/^20/),
      deterministic: true,
      gitCommit: null,
      conditionPassRates: { no_skill: 0, curated_skill: 1, self_generated_skill: 0.5 },
      deltas: { curated_vs_no_skill: 1, self_generated_vs_no_skill: 0.5 },
    },
  ]);
});

test('without save nothing is written', async () => {
  const { ask, runsDir } = await managerOf(await skillWorkspace());
  const { body } = await ask('/bench/runs', { body: { configPath, save: false } });
  expect(body).toMatchObject({ saved: false, run: { contract_id: 'skillvault.bench.run.v1' } });
  expect(readdirSync(runsDir)).toEqual([]);
  expect((await ask('/bench/runs')).body).toEqual({ runs: [] });
});

test('the list has the requested length, newest first', async () => {
  const { ask } = await managerOf(await skillWorkspace());
  for (const deterministic of [true, false, true])
    await ask('/bench/runs', { body: { configPath, deterministic } });
  const { runs } = (await ask('/bench/runs?limit=2')).body as { runs: { deterministic: boolean }[] };
  expect(runs.map(({ deterministic }) => deterministic)).toEqual([true, false]);
  for (const limit of ['0', '-1', 'x', '1.5'])
    expect(await ask(`/bench/runs?limit=${limit}`)).toMatchObject({
      status: 400,
      body: { code: 'BENCH_REQUEST_INVALID', details: [{ field: 'limit' }] },
    });
});

test('configs are found under the usual folders, if they are valid', async () => {
  const valid = suiteOf('s', ['answer.txt']);
  const workspace = await skillWorkspace({
    'benchmarks/deep/er/a.yml': valid,
    'packages/cli/examples/bench-v0/b.json': JSON.stringify({ not: 'a config' }),
    'docs/examples/c.yaml': valid,
    'docs/examples/node_modules/d.yaml': valid,
    'docs/examples/.cache/e.yaml': valid,
    'bench/broken.yaml': '{',
    'elsewhere/f.yaml': valid,
  });
  const { ask } = await managerOf(workspace);
  const { configs } = (await ask('/bench/configs')).body as { configs: { id: string }[] };
  expect(configs.map(({ id }) => id)).toEqual([
    configPath,
    'benchmarks/deep/er/a.yml',
    'docs/examples/c.yaml',
  ]);
  expect(configs[0]).toEqual({
    id: configPath,
    name: 'suite.yaml',
    path: path.join(workspace, configPath),
    source: 'workspace',
  });
});

test('every mistake in a body is a 400 with its field, and nothing is written', async () => {
  const { ask, runsDir } = await managerOf(await skillWorkspace());
  const bodies: unknown[] = [
    '',
    '{',
    'null',
    '[]',
    '"bench/suite.yaml"',
    '7',
    {},
    { configPath: 7 },
    { configPath: null },
    { configPath: '  ' },
    { configPath, deterministic: 'yes' },
    { configPath, save: 1 },
    { configPath, label: ['x'] },
    { configPath, label: 'x'.repeat(201) },
    { configPath, async: 'true' },
    { configPath, determinstic: false },
    { configPath, label: 'x'.repeat(64 * 1024) },
    '['.repeat(60_000),
  ];
  for (const body of bodies) {
    const answer = await ask('/bench/runs', { body });
    expect([body, answer.status, answer.body.code]).toEqual([body, 400, 'BENCH_REQUEST_INVALID']);
    expect(answer.body.details).toMatchObject([{ field: expect.any(String), message: expect.any(String) }]);
  }
  expect(readdirSync(runsDir)).toEqual([]);
});

test('a large body is rejected, with or without its announced length', async () => {
  const { url, ask } = await managerOf(await skillWorkspace());
  const text = JSON.stringify({ configPath, label: 'x'.repeat(2_000_000) });
  for (const body of [text, new Blob([text]).stream()]) {
    // A stream needs `duplex`, which the types of fetch do not know.
    const options = { method: 'POST', body, duplex: 'half' } as RequestInit;
    const answer = await fetch(`${url}/bench/runs`, options);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'BENCH_REQUEST_INVALID',
      details: [{ field: 'body' }],
    });
  }
  expect((await ask('/bench/runs', { body: { configPath } })).status).toBe(200);
});

test('URLs, paths and links that lead out of the workspace are refused', async () => {
  const outside = await folderOf({ 'suite.yaml': suiteOf('outside', ['answer.txt']) });
  const workspace = await skillWorkspace();
  await symlink(path.join(outside, 'suite.yaml'), path.join(workspace, 'bench/link.yaml'));
  await symlink(outside, path.join(workspace, 'bench/folder'));
  const { ask } = await managerOf(workspace);
  for (const given of [
    'https://example.com/suite.yaml',
    'HTTP://127.0.0.1/suite.yaml',
    ' file:///etc/passwd',
    'data:text/yaml,a',
    'ftp://x/y.yaml',
    path.join(outside, 'suite.yaml'),
    '/etc/passwd',
    '/no/such/file.yaml',
    '../../../etc/passwd',
    'bench/../../suite.yaml',
    'bench/..%2f..%2fsuite.yaml',
    '..\\..\\suite.yaml',
    'bench/suite.yaml\0.png',
    'bench/link.yaml',
    'bench/folder/suite.yaml',
    'bench/folder/none.yaml',
  ])
    expect(await ask('/bench/runs', { body: { configPath: given } }), given).toMatchObject({
      status: 400,
      body: { code: 'BENCH_CONFIG_PATH_INVALID', details: { field: 'configPath' } },
    });
  for (const given of ['bench/none.yaml', 'bench', 'bench/suite.yaml/x', 'x'.repeat(5000)])
    expect(await ask('/bench/runs', { body: { configPath: given } }), given).toMatchObject({
      status: 404,
      body: { code: 'BENCH_CONFIG_NOT_FOUND' },
    });
  for (const given of [path.join(workspace, configPath), `./bench/../${configPath}`])
    expect((await ask('/bench/runs', { body: { configPath: given } })).status, given).toBe(200);
});

test('a config that cannot be run is a 422 with its mistakes', async () => {
  const { ask } = await managerOf(
    await skillWorkspace({
      'bench/broken.yaml': 'tasks: [',
      'bench/invalid.yaml': 'tasks: []',
      'bench/bundle.yaml': suiteOf('s', ['answer.txt']).replace('./curated', './gone'),
    }),
  );
  for (const [name, code] of [
    ['broken', 'BENCH_CONFIG_PARSE_ERROR'],
    ['invalid', 'BENCH_CONFIG_INVALID'],
    ['bundle', 'BENCH_CONFIG_INVALID'],
  ])
    expect(await ask('/bench/runs', { body: { configPath: `bench/${name}.yaml` } })).toMatchObject({
      status: 422,
      body: {
        code,
        details: expect.arrayContaining([
          expect.objectContaining({ line: expect.any(Number), field: expect.any(String) }),
        ]),
      },
    });
});

test('an unknown id is a 404, whatever its characters', async () => {
  const { ask } = await managerOf(await skillWorkspace());
  const ids = [
    'none',
    '..%2Findex',
    '..%2F..%2Fetc%2Fpasswd',
    '%2Fetc%2Fpasswd',
    'a%00b',
    '%E0%A4%A',
    '.hidden',
    'a/b',
    '%252e%252e',
    'x'.repeat(3000),
  ];
  for (const id of ids)
    for (const [method, rest] of [
      ['GET', ''],
      ['GET', '/report'],
      ['GET', '/events'],
      ['DELETE', '/active'],
    ] as const)
      expect(await ask(`/bench/runs/${id}${rest}`, { method }), `${id}${rest}`).toMatchObject({
        status: 404,
        body: { code: 'BENCH_RUN_NOT_FOUND' },
      });
});
