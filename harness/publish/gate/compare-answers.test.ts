import path from 'node:path';
import { expect, test } from 'vitest';
import { exampleResult, exampleRun } from '../../results/examples/example-run.ts';
import type { Result } from '../../results/records/result.ts';
import { transcriptOf } from '../../task/transcripts/parse-transcript.ts';
import { transcriptsSha256, writeTranscript } from '../../task/transcripts/transcript-files.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { answerLines, answerNotes, compareAnswers } from './compare-answers.ts';

const digestOf = 'a'.repeat(64);

/** What a recording of two calls holds of their errors; absent: nothing, as before it was kept. */
type Recorded = readonly [boolean, boolean] | null;

async function recordingsOf(errors: Recorded, adapter = 'oracle') {
  const root = await folderOf({});
  const folder = path.join(root, 'transcripts');
  const server = { id: 'mine', version: '1', toolsSha256: digestOf };
  const header = { task: 'a', givenSha256: digestOf, server, adapter, model: null, web: 'hermetic' };
  const calls = ['visit', 'write'].map((tool, index) => ({
    ...{ tool, args: {}, responseKind: 'text' as const, responseBytes: 50 },
    ...(errors === null ? {} : { responseIsError: errors[index] ?? false }),
  }));
  const recordedAt = '2026-01-01T00:00:00.000Z';
  const transcript = transcriptOf({ ...header, recordedAt }, calls, { reason: 'done', finalUrl: '' });
  await writeTranscript(folder, transcript, (value) => value);
  return { folders: [folder], server: 'mine', root };
}

async function comparedWith(
  errors: Recorded,
  result: Partial<Result>,
  { base, excused = [], adapter }: { base?: number; excused?: string[]; adapter?: string } = {},
) {
  const recordings = await recordingsOf(errors, adapter);
  const episode = exampleResult({ taskId: 'a', responseBytes: 120, ...result });
  const replayed = await transcriptsSha256(recordings.folders, 'mine', ['a']);
  const run = exampleRun({ episodes: [episode], config: { transcriptsSha256: replayed } });
  const then = base === undefined ? null : { ...run, episodes: [{ ...episode, serverErrors: base }] };
  const suite = {
    suite: 'first',
    judged: [{ file: 'x.json', run }],
    excused: excused.map((id) => ({ id, why: 'slow', passes: true })),
  };
  const answers = await compareAnswers(suite, recordings, then);
  if (!answers) throw new Error('nothing was compared');
  return answers;
}

const answered = (...errorSteps: number[]) => ({
  serverErrors: errorSteps.length,
  answers: { openingBytes: 20, errorSteps },
});

test('an error where the recording has none is reported with its call; a recorded error is not', async () => {
  const fresh = await comparedWith([false, false], answered(2));
  expect(fresh.failures).toEqual([
    {
      file: 'transcripts/mine/a.jsonl',
      task: 'a',
      title: 'a: new errors of the server',
      what: 'first: the server answered with an error in call 2 (write); the recording has none there',
    },
  ]);
  expect((await comparedWith([false, true], answered(2))).failures).toEqual([]);
  expect((await comparedWith([true, false], answered(2))).failures).toHaveLength(1);
  expect((await comparedWith([false, false], answered(2), { excused: ['a'] })).failures).toEqual([]);
});

test('a row without places of errors is compared by their number, a recording without errors with the base', async () => {
  expect((await comparedWith([false, true], { serverErrors: 1 })).failures).toEqual([]);
  expect((await comparedWith([false, true], { serverErrors: 2 })).failures).toHaveLength(1);
  const silent = await comparedWith(null, answered(2));
  expect([silent.failures, silent.recordedErrors]).toEqual([[], null]);
  expect(answerNotes([silent]).join('\n')).toContain('first: 1 recording without data on errors');
  expect((await comparedWith(null, answered(2), { base: 1 })).failures).toEqual([]);
  expect((await comparedWith(null, answered(2), { base: 0 })).failures).toHaveLength(1);
});

test('bytes are those of the calls of passed tasks', async () => {
  const same = await comparedWith([false, false], answered());
  expect(answerLines([same])).toEqual([
    'first: answers: 100 bytes, recorded 100 (1.00 times); as recorded 2 text; server errors 0, recorded 0',
  ]);
  expect([same.ratio, same.uncompared]).toEqual([1, 0]);
  const large = await comparedWith([false, false], { ...answered(), responseBytes: 5_000_020 });
  expect([large.bytes, large.ratio]).toEqual([5_000_000, 50_000]);
  const failed = await comparedWith([false, false], { ...answered(), success: false, responseBytes: 9e9 });
  expect([failed.ratio, failed.uncompared]).toEqual([null, 0]);
  const old = await comparedWith([false, false], {});
  expect([old.ratio, old.uncompared]).toEqual([null, 1]);
});

test('the limits of the comparison are reported', async () => {
  const byHand = await comparedWith([false, false], answered(), { adapter: 'script' });
  expect(answerNotes([byHand])).toEqual([
    expect.stringContaining('not by the content of texts'),
    expect.stringContaining('does not cover what the server shows'),
  ]);
});
