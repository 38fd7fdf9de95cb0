import { beforeAll, expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { readSuites } from '../../task/read-suites.ts';
import { noPatternCheck } from '../../task/read-tasks.ts';
import { playRecorded } from '../models/play-recorded.ts';
import { ways } from '../models/ways.ts';
import { type ScratchProject, scratchProject } from '../scratch-project.ts';

let project: ScratchProject;

beforeAll(async () => {
  project = await scratchProject({ git: false });
});

const { tasks } = await readSuites(thisProject.tasks, noPatternCheck);
const ids = tasks.filter(({ suite }) => suite === 'webvoyager').map(({ task }) => task.id);

test.each(Object.keys(ways))('%s: the ten tasks pass on an API that refuses', async (dialect) => {
  const { run, exitCode, rules, way, stdout } = await playRecorded(project, dialect, ids);
  expect(run.episodes.map(({ taskId, status }) => [taskId, status])).toEqual(ids.map((id) => [id, 'passed']));
  expect(run.episodes).toHaveLength(10);
  expect(rules.filter((rule) => !way.refused.includes(rule))).toEqual([]);
  expect(run.episodes.every(({ usd, selfReport }) => usd !== null && usd > 0 && selfReport === true)).toBe(
    true,
  );
  expect(stdout).toContain('10 / 10');
  expect(exitCode).toBe(0);
});
