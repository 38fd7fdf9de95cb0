import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { playRecorded } from '../../testing/models/play-recorded.ts';
import { scratchProject } from '../../testing/scratch-project.ts';

const tasks = [
  'task-01-example-com-title',
  'task-02-mdn-fetch-syntax',
  'task-04-rfc-9110-section-9-title',
  'task-08-mdn-array-map-return',
];

type Event = {
  type: string;
  taskId: string;
  trial: number;
  atMs: number;
  usd?: number;
  tokens?: Record<'input' | 'output' | 'cacheRead' | 'cacheWrite', number>;
};

test('three trials of four tasks: every number of the report follows from the events alone', async () => {
  const project = await scratchProject({ git: false });
  const trials = { trials: 3, passes: (task: number) => 3 - task };
  const { run, out, stdout } = await playRecorded(project, 'anthropic-messages', tasks, trials);
  const read = (name: string) => readFile(path.join(out, name), 'utf8');
  const events = (await read(`events/${run.runId}.jsonl`))
    .trim()
    .split('\n')
    .map((line): Event => JSON.parse(line));

  const ends = events.filter(({ type }) => type === 'task_passed' || type === 'task_failed');
  expect(ends).toHaveLength(12);
  const passesOf = (task: string) =>
    ends.filter(({ type, taskId }) => type === 'task_passed' && taskId === task).length;
  expect(tasks.map(passesOf)).toEqual([3, 2, 1, 0]);
  const times = ends.map(({ atMs }) => atMs).sort((a, b) => a - b);
  const turns = events.filter(({ type }) => type === 'model_turn');
  const usd = turns.reduce((sum, turn) => sum + (turn.usd ?? Number.NaN), 0);
  const tokens = turns
    .flatMap((turn) => Object.values(turn.tokens ?? { none: Number.NaN }))
    .reduce((sum, count) => sum + count, 0);
  expect(usd).toBeGreaterThan(0);

  const report = JSON.parse(await read('report.json'));
  expect(report.trials).toEqual([
    expect.objectContaining({
      suite: 'webvoyager',
      k: 3,
      tasks: tasks.map((taskId) => ({ taskId, passed: passesOf(taskId), trials: 3 })),
      passAt1: expect.closeTo(6 / 12, 12),
      passHatK: expect.closeTo(tasks.filter((task) => passesOf(task) === 3).length / 4, 12),
      atLeastOnceInK: expect.closeTo(tasks.filter((task) => passesOf(task) > 0).length / 4, 12),
      meanDurationMs: expect.closeTo(times.reduce((sum, ms) => sum + ms, 0) / 12, 6),
      medianDurationMs: expect.closeTo(((times[5] ?? 0) + (times[6] ?? 0)) / 2, 6),
      tokens,
      usd: expect.closeTo(usd, 9),
      tokensByPrice: expect.any(Object),
      requests: expect.any(Number),
      requestRetries: 0,
      pausedMs: expect.any(Number),
      modelMs: expect.any(Number),
      usdPerAttempt: expect.closeTo(usd / 12, 9),
      usdPerTask: expect.closeTo(usd / 4, 9),
      usdPerSuccess: expect.closeTo(usd / 6, 9),
      isLowerBound: false,
      overshootUsd: 0,
      rehearsal: true,
    }),
  ]);
  const line = 'pass@1: 0.500; pass^3: 0.250; at least once in 3: 0.750';
  const markdown = await read('report.md');
  for (const text of [stdout, markdown]) {
    expect(text).toContain(line);
    expect(text).toContain(`tokens: ${tokens}; USD: `);
    expect(text).toContain('6 / 30 episodes passed (18 not run)');
  }
  expect(markdown).toContain('- total episodes: 12');
  expect(markdown).toMatch(
    /- model: claude-sonnet-5-5, [\s\S]*- endpoint: loopback[\s\S]*- web: hermetic[\s\S]*- unofficial run, not ranked: the model is asked at a loopback address/,
  );
  for (const task of tasks) expect(markdown).toContain(`| ${task} | ${passesOf(task)} of 3 | `);
});
