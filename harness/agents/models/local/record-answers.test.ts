import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../../../testing/folder-of.ts';
import { answerRecorder } from './record-answers.ts';

type Recorder = ReturnType<typeof answerRecorder>;

function recorderIn(out: string, isResumed = false): Recorder {
  return answerRecorder(out, (value) => value, { isResumed });
}

async function answersIn(out: string, name: string): Promise<unknown[]> {
  const text = await readFile(path.join(out, 'local', name), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Two answers of an attempt. */
function attempt(record: Recorder, taskId: string, text: string): void {
  for (const request of [0, 1]) {
    const answer = { request, text };
    record(taskId, 1, answer);
  }
}

test('an attempt that is played again replaces the answers of the one before', async () => {
  const out = await folderOf();
  const record = recorderIn(out);
  attempt(record, 'a', 'lost');
  attempt(record, 'a', 'kept');
  expect(await answersIn(out, 'a.1.jsonl')).toEqual([
    { request: 0, text: 'kept' },
    { request: 1, text: 'kept' },
  ]);
});

test('a new run in the same folder keeps no answers of the run before, and a resumed one keeps them', async () => {
  const out = await folderOf();
  attempt(recorderIn(out), 'a', 'first');
  attempt(recorderIn(out, true), 'b', 'first');
  expect((await readdir(path.join(out, 'local'))).sort()).toEqual(['a.1.jsonl', 'b.1.jsonl']);
  attempt(recorderIn(out), 'c', 'second');
  expect(await readdir(path.join(out, 'local'))).toEqual(['c.1.jsonl']);
});
