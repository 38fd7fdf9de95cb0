import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleFailure, exampleResult, exampleRun } from '../examples/example-run.ts';
import { eventsFileOf, keptEvents, readEvents } from '../records/kept-events.ts';
import { historyIndex, readHistory } from '../records/read-history.ts';
import type { Run } from '../records/result.ts';
import { keepEvents, saveRun } from './save-run.ts';

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
    /episodes\/a\.jsonl\.gz: got digest [0-9a-f]{64}; expected that of run a: b{64}/,
  );
  mkdirSync(join(folder, 'episodes'), { recursive: true });
  writeFileSync(eventsFileOf(folder, 'a'), 'no gzip');
  expect(() => readEvents(folder, run)).toThrow(/episodes\/a\.jsonl\.gz: invalid gzip: /);
});

test('a commit too large for one file is refused with the way out, which keeps each run in a file', async () => {
  const sha = 'a'.repeat(40);
  const commit = { date: '2026-01-01T00:00:00Z', parents: [] };
  const [one, two] = ['one', 'two'].map((runId) => exampleRun({ runId }));
  if (!one || !two) throw new Error('two runs are made');
  await saveRun(folder, sha, commit, one);
  const file = join(folder, `${sha}.json`);
  const before = readFileSync(file, 'utf8');
  const mostBytes = before.length + 100;
  await expect(saveRun(folder, sha, commit, two, { mostBytes })).rejects.toThrow(
    new RegExp(
      `${sha}\\.json: size: got \\d+ bytes; expected at most ${mostBytes}\\. Make the folder .*/${sha} \\(mkdir\\)`,
    ),
  );
  expect(readFileSync(file, 'utf8')).toBe(before);
  mkdirSync(join(folder, sha));
  expect([...readHistory(folder)].flatMap(({ runs }) => runs.map(({ runId }) => runId))).toEqual(['one']);
  await saveRun(folder, sha, commit, two, { mostBytes });
  expect(existsSync(file)).toBe(false);
  const whole = { schema: 'contract-bench.results.v2', sha, commit, runs: [one, two] };
  expect([...readHistory(folder)]).toEqual([whole]);
  expect(historyIndex(folder)).toEqual([
    { sha, file: join(folder, sha), commitMs: Date.parse(commit.date), parents: [] },
  ]);
  writeFileSync(file, before);
  expect(() => [...readHistory(folder)]).toThrow(`the folder ${sha}/ with one file per run`);
});

const fault = (write: (part: string) => void) => async () => {
  const sha = 'b'.repeat(40);
  mkdirSync(join(folder, sha));
  await saveRun(folder, sha, { date: null, parents: [] }, exampleRun({ runId: 'one' }));
  write(join(folder, sha, 'one.json.gz'));
  return [...readHistory(folder)];
};

test.each<[string, (part: string) => void, RegExp]>([
  ['no gzip', (part) => writeFileSync(part, 'x'), /one\.json\.gz: invalid gzip/],
  [
    'another name',
    (part) => renameSync(part, part.replace('one', 'two')),
    /file name: expected one\.json\.gz/,
  ],
  [
    'another commit',
    (part) => {
      const other = join(folder, 'c'.repeat(40));
      mkdirSync(other);
      renameSync(part, join(other, 'one.json.gz'));
    },
    /sha: got b{40}; expected c{40}/,
  ],
])('a file of a run that is %s is named', async (_, write, words) => {
  await expect(fault(write)()).rejects.toThrow(words);
});
