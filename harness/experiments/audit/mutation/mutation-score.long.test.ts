import { test } from 'vitest';
import { thisProject } from '../../../cli/this-project.ts';
import { readSuites } from '../../../task/read-suites.ts';
import { noPatternCheck } from '../../../task/read-tasks.ts';
import { areKilled } from '../../../testing/true-facts.ts';

test('at least 99 % is killed over all of the tasks of the project', async () => {
  const { tasks } = await readSuites(thisProject.tasks, noPatternCheck);
  areKilled(tasks);
});
