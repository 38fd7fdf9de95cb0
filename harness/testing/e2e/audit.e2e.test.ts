import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { ownProject, runIn } from '../own-project.ts';
import { taskMarkdown } from '../suite-files.ts';

test('an audit shows what each control came to, and fails where one passes', async () => {
  // A contract that the start page satisfies: who does nothing has done this task.
  const weak = taskMarkdown('reach').replace('contains: Goal', 'contains: Start');
  const { folder, at, own } = await ownProject(weak);
  // Recorded for another task, so that it is drift before anything is played.
  const transcript = path.join(thisProject.transcripts, 'playwright', 'example-h1.jsonl');
  const foreign = (await readFile(transcript, 'utf8'))
    .replace('"example-h1"', '"reach"')
    .replace('"playwright"', '"mine"');
  await mkdir(at('transcripts', 'mine'), { recursive: true });
  await writeFile(at('transcripts', 'mine', 'reach.jsonl'), foreign);
  const { lines, exitCode } = await runIn(folder, 'audit', { ...own, control: 'noop', out: at('audit') });
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^reach +replay_drift +passed$/),
      'reach noop: must be failed; found passed',
    ]),
  );
  expect(exitCode).toBe(1);
});
