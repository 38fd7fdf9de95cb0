import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { fieldIssues } from '../platform/errors/describe-issues.ts';
import { jsonOrWhy } from '../platform/errors/json.ts';
import { typedAs } from '../platform/words/command-line.ts';
import { taskSha256 } from './given.ts';
import type { FileMistake, PatternCheck, ReadTasks, TaskFile } from './read-tasks.ts';
import type { Suite } from './suite.ts';
import { LockedInstance } from './task.ts';
import { stateMistakes, validateContract } from './validate-contract.ts';

export const instancesFileName = 'instances.json';

const LockFile = z.strictObject({
  schema: z.literal('contract-bench.instances.v1'),
  instances: z.array(LockedInstance),
});

/** One instance per line. */
export function lockText(instances: readonly LockedInstance[]): string {
  const lines = instances.map((each) => JSON.stringify(each)).join(',\n');
  return `{"schema":"contract-bench.instances.v1","instances":[\n${lines}\n]}\n`;
}

/** The instance ids of a suite of templates, in its order: each template with each seed, or its sample. */
export function instanceIds({ templates = [], seeds = [], sample }: Suite): string[] {
  return sample ?? templates.flatMap((template) => seeds.map((seed) => `${template}-s${seed}`));
}

/** The tasks of a suite of templates, read from its lock file without running template code. */
export async function readInstances(
  folder: string,
  suite: Suite,
  checkPattern: PatternCheck,
): Promise<ReadTasks> {
  const file = path.join(folder, instancesFileName);
  const renew = `${typedAs} tasks print --suite ${suite.id} --write makes it anew`;
  const wrong = (field: string, message: string): FileMistake => ({ file, field, message });
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return { tasks: [], mistakes: [wrong('file', `is not there; ${renew}`)] };
  const raw = jsonOrWhy(text);
  if ('why' in raw) return { tasks: [], mistakes: [wrong('file', `${raw.why}; ${renew}`)] };
  const parsed = LockFile.safeParse(raw.value);
  if (!parsed.success) {
    const issues = fieldIssues(parsed.error, { ...raw, allowed: () => 'those that the schema lists' });
    return { tasks: [], mistakes: issues.map(({ field, message }) => wrong(field, message)) };
  }
  const byId = new Map(parsed.data.instances.map((each) => [each.id, each]));
  const ids = instanceIds(suite);
  const mistakes = [...byId.keys(), ...ids]
    .filter((id) => !byId.has(id) || !ids.includes(id))
    .map((id) => wrong(id, `${byId.has(id) ? 'is none of the suite' : 'is not there'}; ${renew}`));
  const tasks = ids.flatMap((id): TaskFile[] => {
    const found = byId.get(id);
    if (!found) return [];
    mistakes.push(...mistakesOf(found, checkPattern).map((message) => wrong(id, message)));
    const { task } = found;
    return [{ file, suite: suite.id, task, why: '', taskSha256: found.taskSha256, instance: found }];
  });
  return { tasks, mistakes };
}

function mistakesOf(
  { id, templateId, seed, task, taskSha256: sha256 }: LockedInstance,
  checkPattern: PatternCheck,
) {
  const { success } = task;
  const found = [...validateContract(success, { checkPattern }), ...stateMistakes({ ...task })].map(
    ({ path: at, message }) => `${at}: ${message}`,
  );
  if (sha256 !== taskSha256(task)) found.push('taskSha256: must be that of its task');
  if (task.id !== id || task.templateId !== templateId || task.seed !== seed)
    found.push('task: must have the id, template and seed of its instance');
  return found;
}
