import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { exampleRun } from '../../results/examples/example-run.ts';
import { standingsOf } from '../../results/standings/standings.ts';
import { runContradictions } from '../../results/verify/run-contradictions.ts';
import { makePlan } from '../../run/make-plan.ts';
import { quietOptions } from '../../run/plan.ts';
import { namedCommand } from '../../testing/named-command.ts';
import { cleanEnv } from '../../testing/scratch-project.ts';

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
