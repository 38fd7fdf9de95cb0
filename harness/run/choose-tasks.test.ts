import { expect, test } from 'vitest';
import { projectAt } from '../platform/project.ts';
import { gateTasks } from '../publish/gate/asked-baseline.ts';
import { readTasksById } from '../results/verify/read-saved.ts';
import { folderOf } from '../testing/folder-of.ts';
import { suiteYaml, taskMarkdown } from '../testing/suite-files.ts';
import { chooseTasks } from './choose-tasks.ts';
import { quietOptions } from './plan.ts';
import type { PlanOptions } from './plan-options.ts';

/** A project in which one task of the suite `two` is half filled in. */
async function halfFilled(recordings: Record<string, string> = {}) {
  const root = await folderOf({
    'tasks/one/suite.yaml': suiteYaml('one', { tasks: ['task-1'] }),
    'tasks/one/task-1.md': taskMarkdown('task-1'),
    'tasks/two/suite.yaml': suiteYaml('two', { tasks: ['half', 'task-2'] }),
    'tasks/two/half.md': '---\nid: half\n---\n',
    'tasks/two/task-2.md': taskMarkdown('task-2'),
    ...recordings,
  });
  const project = projectAt(root);
  const choose = (options: Partial<PlanOptions>) => chooseTasks({ ...quietOptions(project), ...options });
  return { project, choose };
}

const said = /^left out: .*half\.md; to see the mistakes: /;

test.each<[string, Partial<PlanOptions>, string[], string[]]>([
  ['another suite', { suites: ['one'] }, ['task-1'], []],
  ['another task', { taskIds: ['task-2'] }, ['task-2'], ['half']],
  ['all that can be', { suites: ['two'], allowMissing: true }, ['task-2'], ['half']],
])(
  'a half-filled task does not keep %s from being played, and is told of',
  async (_, options, files, left) => {
    const { choose } = await halfFilled();
    const chosen = await choose(options);
    expect(chosen.files.map(({ task }) => task.id)).toEqual(files);
    expect(chosen.left.map(({ id }) => id).filter((id) => id !== 'task-1')).toEqual(left);
    expect(chosen.note).toMatch(said);
  },
);

test.each<[string, Partial<PlanOptions>]>([
  ['the task itself', { taskIds: ['half'] }],
  ['its suite', { suites: ['two'] }],
  ['all suites', {}],
  ['the task itself, leave what may', { taskIds: ['half'], allowMissing: true }],
])('a half-filled task is refused to who plays %s', async (_, options) => {
  const { choose } = await halfFilled();
  await expect(choose(options)).rejects.toThrow(/half\.md: title: /);
});

test('a half-filled task keeps no other from being judged, unless it has a recording that must pass', async () => {
  const { project } = await halfFilled();
  const judged = await readTasksById(project, { tasks: null }, [{ taskId: 'task-1', templateId: 'task-1' }]);
  expect([...judged.keys()]).toEqual(expect.arrayContaining(['task-1', 'task-2']));
  const ofHalf = [{ taskId: 'half', templateId: 'half' }];
  await expect(readTasksById(project, { tasks: null }, ofHalf)).rejects.toThrow(/half\.md: title: /);
  const server = { id: 'playwright', cannot: {} };
  const options = { transcripts: null, tasks: null };
  const gated = await gateTasks(project, server, options);
  expect(gated.tasks.map(({ id }) => id)).toEqual(expect.arrayContaining(['task-1', 'task-2']));
  expect(gated.note).toMatch(said);
  const { project: recorded } = await halfFilled({ 'transcripts/playwright/half.jsonl': '' });
  await expect(gateTasks(recorded, server, options)).rejects.toThrow(/half\.md: title: /);
});
