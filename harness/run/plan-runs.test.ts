import { expect, test } from 'vitest';
import { noModelOptions, noOptions } from '../agents/built-in-agent.ts';
import { findBuiltInAgent } from '../agents/index.ts';
import { readSuites, suitesIn } from '../task/read-suites.ts';
import { noPatternCheck } from '../task/read-tasks.ts';
import { folderOf } from '../testing/folder-of.ts';
import { suiteYaml, taskMarkdown } from '../testing/suite-files.ts';
import { limitsOf, runLimitsOf } from './plan-runs.ts';

const flags = { maxSteps: null, maxDurationMs: null, durationMs: null, model: noModelOptions };

test("an edition's limits win over the task's, its own for each web; flags lower steps and time, and others raise time and money", async () => {
  const yaml = suiteYaml('s', { tasks: ['a-task'], maxSteps: 30 });
  const folder = await folderOf({
    's/suite.yaml': yaml.replace(
      /^ {2}live: .*$/m,
      '  live: { maxSteps: 40, maxDurationMs: 360000, maxUsd: 0.5 }',
    ),
    's/a-task.md': taskMarkdown('a-task'),
  });
  const read = await readSuites(folder, noPatternCheck);
  const suites = suitesIn(read);
  const [file] = read.tasks;
  if (!file) throw new Error('no task was read');
  expect(file.task.maxSteps).toBe(5);
  const hermetic = { maxSteps: 30, maxDurationMs: 60_000, maxUsd: 0.2 };
  expect(limitsOf({ options: flags, suites, web: 'hermetic' }, file)).toEqual(hermetic);
  const live = { maxSteps: 40, maxDurationMs: 360_000, maxUsd: 0.5 };
  expect(limitsOf({ options: flags, suites, web: 'live' }, file)).toEqual(live);
  const lower = { options: { ...flags, maxSteps: 3, maxDurationMs: 500_000 }, suites, web: 'live' } as const;
  expect(limitsOf(lower, file)).toEqual({ ...live, maxSteps: 3 });
  const more = { ...flags, durationMs: 600_000, model: { ...noModelOptions, maxUsd: 2 } };
  expect(limitsOf({ options: more, suites, web: 'live' }, file)).toEqual({
    ...live,
    maxDurationMs: 600_000,
    maxUsd: 2,
  });
  expect(limitsOf({ options: flags, suites, web: 'live' }, { ...file, suite: 'custom' })).toMatchObject({
    maxSteps: 5,
    maxDurationMs: 60_000,
  });
});

test('a run is recorded with the money that an attempt may cost: that of a suite, unless a flag says more', async () => {
  const adapter = await findBuiltInAgent('openai').make({
    ...noOptions,
    env: { OPENAI_API_KEY: 'sk-0123456789abcdef' },
  });
  const limits = (maxUsd: number) => {
    const each = { maxSteps: 1, maxDurationMs: 1, maxUsd };
    return { limits: { hermetic: each, live: each } };
  };
  const moneyOf = (flag: number | null, ofSuite: number) => {
    const options = { ...flags, model: { ...noModelOptions, maxUsd: flag } };
    return runLimitsOf({ options, web: 'hermetic', adapter }, limits(ofSuite)).maxUsd;
  };
  expect([moneyOf(null, 0.2), moneyOf(null, 0.9), moneyOf(0.4, 0.2)]).toEqual([0.2, 0.5, 0.4]);
});
