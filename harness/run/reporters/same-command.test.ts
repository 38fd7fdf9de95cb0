import path from 'node:path';
import { expect, test } from 'vitest';
import { projectAt } from '../../platform/project.ts';
import { exampleFailure, exampleRun } from '../../results/examples/example-run.ts';
import { quietOptions } from '../plan.ts';
import { againCommand, lookCommand, resumeCommand } from './same-command.ts';

const project = projectAt(path.join(import.meta.dirname, '../../..'));
const run = exampleRun({ runId: '20260101T000000Z-abcdef-fixtures', suite: 'fixtures' });

test('what was usual is not said again', () => {
  expect(againCommand(quietOptions(project), run, 'example-h1')).toBe(
    'npm run harness -- --suite fixtures --task example-h1 --server playwright --adapter replay --no-save --verbose',
  );
});

test('the same is played again: model, prices, limits, folders, each quoted as a shell needs it', () => {
  const options = {
    ...quietOptions(project),
    tasks: '../mi ne/my-task.md',
    server: 'x',
    serverCommand: "sh -c 'exec server {endpoint}'",
    adapter: 'claude',
    model: {
      name: 'my model',
      maxUsd: 2,
      maxTokens: 100,
      context: 8192,
      effort: 'low',
      price: { input: 1, output: 0.0000425, cacheWrite: 0, cacheRead: null },
    },
    maxUsdTotal: 10,
    baseUrl: 'http://127.0.0.1:11434/v1',
    keyFile: 'a key',
    durationMs: 5000,
    maxSteps: 3,
    seeds: [1, 2],
    record: true,
    out: 'my reports',
  };
  expect(againCommand(options, run, 'my-task')).toBe(
    [
      'npm run harness -- --task my-task --tasks',
      `'../mi ne/my-task.md' --server-command 'sh -c '\\''exec server {endpoint}'\\''' --server-id x --adapter claude`,
      "--model 'my model' --base-url http://127.0.0.1:11434/v1 --effort low --max-usd 2 --max-usd-total 10 --max-tokens 100 --context 8192",
      "--price-in 1 --price-out 0.0000425 --price-cache-write 0 --key-file 'a key'",
      "--seed 1,2 --max-steps 3 --max-duration 5 --out 'my reports' --record --no-save --verbose",
    ].join(' '),
  );
});

test('a run goes on with the agent, door and trials that it began with', () => {
  const options = {
    ...quietOptions(project),
    suites: ['fixtures'],
    agent: { command: 'my agent.sh', id: 'mine', door: 'mcp' as const },
    trials: 3,
    shard: { index: 1, count: 2 },
    allowMissing: true,
    save: true,
  };
  expect(resumeCommand(options, [run])).toBe(
    [
      "npm run harness -- --suite fixtures --server playwright --agent-command 'my agent.sh' --agent-id mine --door mcp",
      '--trials 3 --shard 1/2 --allow-missing --resume 20260101T000000Z-abcdef-fixtures',
    ].join(' '),
  );
});

test('an episode is looked at by its run, its trial and the folder that it lies in', () => {
  const options = quietOptions(project);
  const look = `npm run harness -- show ${run.runId} a`;
  const usual = { ...options, out: project.reports };
  expect(lookCommand(usual, run, exampleFailure({ taskId: 'a' }))).toBe(look);
  const elsewhere = { ...options, out: '../my reports' };
  expect(lookCommand(elsewhere, run, exampleFailure({ taskId: 'a', trial: 2 }))).toBe(
    `${look} --trial 2 --out '../my reports'`,
  );
});
