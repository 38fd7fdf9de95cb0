import path from 'node:path';
import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { exampleRun } from '../../results/examples/example-run.ts';
import { standingsOf } from '../../results/standings/standings.ts';
import { runContradictions } from '../../results/verify/run-contradictions.ts';
import { makePlan } from '../../run/make-plan.ts';
import { quietOptions } from '../../run/plan.ts';
import { playPlan } from '../../run/play-plan.ts';
import { servers } from '../../servers/index.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { cleanEnv } from '../../testing/scratch-project.ts';
import { isLong } from '../../testing/sized.ts';
import { usualGateOptions } from '../../testing/usual-gate-options.ts';
import { gate } from './gate.ts';

/** A command line that answers as the listed server does, its tools and its version too, and takes its name. */
const namedCommand = `node ${path.join(thisProject.root, 'node_modules/@playwright/mcp/cli.js')} --cdp-endpoint {endpoint}`;

test('a command line that takes the name of a listed server is another server in the plan and the standings', async () => {
  const options = { ...quietOptions(thisProject), taskIds: ['example-h1'] };
  const { runs } = await makePlan(
    { ...options, server: 'playwright', serverCommand: namedCommand },
    cleanEnv(),
  );
  const server = runs[0]?.run.config.server;
  if (!server) throw new Error('nothing is planned');
  expect(server).toMatchObject({ id: 'custom:playwright', package: null });

  const whole = exampleRun({ runId: 'dishonest', config: { server } });
  const { config } = whole;
  const listed = { ...config.server, id: 'playwright', package: '@playwright/mcp' };
  const honest = { ...whole, runId: 'honest', config: { ...config, server: listed } };
  const commit = { date: null, parents: [] };
  const file = {
    schema: 'contract-bench.results.v2',
    sha: '0000001',
    commit,
    runs: [whole, honest],
  } as const;
  expect(
    standingsOf([{ ...file, runs: [...file.runs] }]).map(({ custom, rows }) => [
      custom,
      rows.map(({ server }) => server.id),
    ]),
  ).toEqual([
    [false, ['playwright']],
    [true, ['custom:playwright']],
  ]);
  const otherName = { ...whole, config: { ...config, server: { ...config.server, id: 'playwright' } } };
  expect(runContradictions(otherName)).toContain(
    'config.server.package: stored null, playwright is @playwright/mcp',
  );
});

if (isLong) {
  test('a command line that takes the name of a listed server is another server everywhere', async () => {
    const out = await folderOf();
    const options = { ...quietOptions(thisProject), taskIds: ['example-h1'], out };
    const plan = await makePlan(
      { ...options, server: 'playwright', serverCommand: namedCommand },
      cleanEnv(),
    );
    const { runs } = await playPlan(plan, { signal: new AbortController().signal, commandLine: '' });
    const [run] = runs;
    if (!run) throw new Error('nothing was played');
    expect(run.episodes.map(({ status }) => status)).toEqual(['passed']);
    expect(run.config.server).toMatchObject({ id: 'custom:playwright', package: null });
    const judged = { ...usualGateOptions, servers, base: false, server: 'playwright' } as const;
    const { report } = await gate({ ...judged, out }, thisProject, {});
    expect(report.failures.map(({ what }) => what)).toContain('it was not played at this commit');
    expect(new Set(report.suites.map(({ passed }) => passed))).toEqual(new Set([0]));
    const suites = { fixtures: { expected_pass_count: 1, required: ['example-h1'] } };
    const renamed = { schema: 'contract-bench.baseline.v1', server: 'custom:playwrite', suites };
    const baseline = path.join(await folderOf({ 'baseline.json': JSON.stringify(renamed) }), 'baseline.json');
    const ofOther = await gate({ ...judged, server: null, baseline, out }, thisProject, {});
    expect(ofOther.report.notes).toContainEqual(
      expect.stringMatching(/baseline\.json: got the server custom:playwrite, which .* there is playwright,/),
    );
  });
}
