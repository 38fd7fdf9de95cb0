import type { Task } from '../task/task.ts';
import type { StandIns } from '../web/stand-ins.ts';
import { checkStartHosts } from './check-start-hosts.ts';
import { chooseTasks } from './choose-tasks.ts';
import { openWebs } from './open-webs.ts';
import { quietOptions } from './plan.ts';
import type { PlanOptions } from './plan-options.ts';

/** A task by its id, and the stand-ins that it is played on. Throws `UserError`. */
export async function findTaskWeb({
  project,
  id,
  ...own
}: Pick<PlanOptions, 'project' | 'tasks' | 'webRoot'> & { id: string }): Promise<{
  task: Task;
  standIns: StandIns;
}> {
  const options = { ...quietOptions(project), ...own, taskIds: [id] };
  const { files, suites } = await chooseTasks(options);
  const [file] = files;
  const webs = await openWebs(options, file ? [file.suite] : [], suites);
  checkStartHosts(files, webs);
  const web = file && webs.get(file.suite);
  // The task was found, and the web that was asked for is the hermetic one.
  if (!file || web?.kind !== 'hermetic') throw new Error(`${id} has no stand-ins`);
  return { task: file.task, standIns: web.standIns };
}
