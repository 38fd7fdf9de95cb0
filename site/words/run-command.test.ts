import { expect, test } from 'vitest';
import { exampleRun } from '../../harness/examples/example-run.ts';
import { runCommand } from './run-command.ts';

test('a plain replay needs its suite, server, adapter and web', () => {
  expect(runCommand(exampleRun())).toBe(
    'npm run harness -- --suite webvoyager --server playwright --adapter replay --web hermetic',
  );
});

test('what differs from the defaults is said', () => {
  const limits = { ...exampleRun().config.limits, maxSteps: 5 };
  const run = exampleRun({ config: { adapter: 'claude', model: 'a model', trials: 5, workers: 2, limits } });
  expect(runCommand(run)).toContain(
    "--adapter claude --web hermetic --model 'a model' --trials 5 --workers 2 --max-steps 5",
  );
});

test('what a shell would act upon is quoted', () => {
  expect(runCommand(exampleRun({ suite: "it's; rm -rf ~" }))).toContain(`--suite 'it'\\''s; rm -rf ~'`);
});
