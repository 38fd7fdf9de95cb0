import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleFailure, exampleResult, exampleRun } from '../examples/example-run.ts';
import { eventsFileOf, keptEvents, readEvents } from '../records/kept-events.ts';
import type { Run } from '../records/result.ts';
import { keepEvents } from './save-run.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'events-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const line = (taskId: string, type: string) => `${JSON.stringify({ runId: 'a', taskId, trial: 1, type })}\n`;
const events = [
  line('good', 'stop'),
  line('bad', 'stop'),
  line('good', 'task_passed'),
  line('bad', 'task_failed'),
];

function runOf(kind: Run['config']['kind']): Run {
  const run = exampleRun({
    runId: 'a',
    episodes: [exampleResult({ taskId: 'good' }), { ...exampleFailure(), taskId: 'bad', trial: 1 }],
  });
  return { ...run, config: { ...run.config, kind } };
}

test('of a baseline all events are kept, of a replay those of what did not pass', () => {
  const baseline = runOf('baseline');
  keepEvents(folder, baseline, events.join(''));
  expect(readEvents(folder, baseline)).toBe(events.join(''));
  const replay = runOf('replay');
  keepEvents(folder, replay, events.join(''));
  expect(readEvents(folder, replay)).toBe(`${events[1]}${events[3]}`);
  expect(keptEvents(folder)).toEqual(['a']);
});

test('where all passed nothing is kept, and what an earlier try of the run kept goes', () => {
  const run = runOf('replay');
  keepEvents(folder, run, events.join(''));
  run.episodes = run.episodes.slice(0, 1);
  keepEvents(folder, run, events.join(''));
  expect(existsSync(eventsFileOf(folder, 'a'))).toBe(false);
  expect(run).not.toHaveProperty('eventsSha256');
  expect(readEvents(folder, run)).toBeNull();
});

test('a file that is no gzip, and one that is not what the run says, are named', () => {
  const run = runOf('baseline');
  keepEvents(folder, run, events.join(''));
  const other = { runId: 'a', eventsSha256: 'b'.repeat(64) };
  expect(() => readEvents(folder, other)).toThrow(
    /episodes\/a\.jsonl\.gz: must be the events of run a, b{64}/,
  );
  mkdirSync(join(folder, 'episodes'), { recursive: true });
  writeFileSync(eventsFileOf(folder, 'a'), 'no gzip');
  expect(() => readEvents(folder, run)).toThrow(/episodes\/a\.jsonl\.gz: must be gzip; found: /);
});
