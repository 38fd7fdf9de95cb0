import { beforeAll, expect, test } from 'vitest';
import { playRecorded } from '../test-models/play-recorded.ts';
import { type ScratchProject, scratchProject } from '../testing/scratch-project.ts';

let project: ScratchProject;

beforeAll(async () => {
  project = await scratchProject({ git: false });
});

test('a task of the suite passes by the command line on Gemini, on an API that refuses', async () => {
  const task = 'task-04-rfc-9110-section-9-title';
  const { run, exitCode, rules, way } = await playRecorded(project, 'gemini', [task]);
  expect(run.episodes.map(({ taskId, status, selfReport }) => [taskId, status, selfReport])).toEqual([
    [task, 'passed', true],
  ]);
  expect(rules).toEqual(way.refused);
  expect(exitCode).toBe(0);
});
