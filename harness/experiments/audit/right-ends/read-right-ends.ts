import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../../platform/errors/user-error.ts';
import type { Project } from '../../../platform/project.ts';

/** One way of ending a task as it asks to be ended: calls for the adapter `script`, on a web that acts as real sites do. */
export type AcceptedEnd = {
  /** `<task>/<name>`. */
  id: string;
  taskId: string;
  title: string;
  file: string;
  /** The web root that is looked at before that of the suite; null where the stand-ins are enough. */
  webRoot: string | null;
  /** What says that sites or agents do so. */
  source: string | null;
  /** Whether an agent comes to it without being odd. */
  natural: boolean;
};

/** Those of some tasks (none named: of all), by id. Throws `UserError` for a file without a title or with another field. */
export async function readAcceptedEnds(project: Project, taskIds: readonly string[]): Promise<AcceptedEnd[]> {
  const folder = path.join(project.tasks, 'right-end-states');
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.jsonl')).sort();
  const ends = await Promise.all(files.map((file) => readAcceptedEnd(folder, file)));
  const unknown = taskIds.find((taskId) => !ends.some((end) => end.taskId === taskId));
  if (unknown !== undefined)
    throw new UserError(`--task: found "${unknown}", which has no folder in ${folder}`);
  return ends.filter(({ taskId }) => taskIds.length === 0 || taskIds.includes(taskId));
}

const fields = ['web', 'source', 'natural'];

async function readAcceptedEnd(folder: string, name: string): Promise<AcceptedEnd> {
  const file = path.join(folder, name);
  const comments = (await readFile(file, 'utf8')).split('\n').filter((line) => line.startsWith('#'));
  const [title, ...rest] = comments.map((line) => line.slice(1).trim());
  if (!title) throw new UserError(`${file}: found no title; its first line must be "# " and what happens`);
  const values = new Map(
    rest.map((line) => {
      const [, field = '', value = ''] = /^(\w+): (.+)$/.exec(line) ?? [];
      if (!fields.includes(field))
        throw new UserError(
          `${file}: found "# ${line}"; allowed are ${fields.join(', ')}, each with a value`,
        );
      return [field, value];
    }),
  );
  const web = values.get('web');
  return {
    id: name.replace(/\.jsonl$/, ''),
    taskId: path.dirname(name),
    title,
    file,
    webRoot: web === undefined ? null : path.join(folder, 'web', web),
    source: values.get('source') ?? null,
    natural: values.get('natural') !== 'no',
  };
}
