import path from 'node:path';
import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { makePlan } from '../../run/make-plan.ts';
import { quietOptions } from '../../run/plan.ts';
import { playPlan } from '../../run/play-plan.ts';
import { servers } from '../../servers/index.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { namedCommand } from '../../testing/named-command.ts';
import { cleanEnv } from '../../testing/scratch-project.ts';
import { usualGateOptions } from '../../testing/usual-gate-options.ts';
import { gate } from './gate.ts';

test('a command line that takes the name of a listed server is another server everywhere', async () => {
  const out = await folderOf();
  const options = { ...quietOptions(thisProject), taskIds: ['example-h1'], out };
  const plan = await makePlan({ ...options, server: 'playwright', serverCommand: namedCommand }, cleanEnv());
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
    expect.stringMatching(
      /baseline\.json: it is of the server custom:playwrite, which .* there is playwright,/,
    ),
  );
});
