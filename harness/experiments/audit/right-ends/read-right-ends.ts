import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../../platform/errors/user-error.ts';
import type { Project } from '../../../platform/project.ts';

/** An accepted end state of a task: calls for the adapter `script`, on a web that behaves as real sites do. */
export type AcceptedEnd = {
  /** `<task>/<name>`. */
  id: string;
  taskId: string;
  title: string;
  file: string;
  /** The web root that takes precedence over the suite's; null if the fixture sites are enough. */
  webRoot: string | null;
  /** A source which shows that sites or agents behave so. */
  source: string | null;
  /** Whether a usual agent reaches it. */
  natural: boolean;
};

/** The accepted end states of some tasks (default: all), by id. Throws `UserError` for a file without a title or with another field. */
export async function readAcceptedEnds(project: Project, taskIds: readonly string[]): Promise<AcceptedEnd[]> {
  const folder = path.join(project.tasks, 'right-end-states');
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.jsonl')).sort();
  const ends = await Promise.all(files.map((file) => readAcceptedEnd(folder, file)));
  const unknown = taskIds.find((taskId) => !ends.some((end) => end.taskId === taskId));
  if (unknown !== undefined) throw new UserError(`--task: got "${unknown}"; expected a folder of ${folder}`);
  return ends.filter(({ taskId }) => taskIds.length === 0 || taskIds.includes(taskId));
}

const fields = ['web', 'source', 'natural'];

async function readAcceptedEnd(folder: string, name: string): Promise<AcceptedEnd> {
  const file = path.join(folder, name);
  const comments = (await readFile(file, 'utf8')).split('\n').filter((line) => line.startsWith('#'));
  const [title, ...rest] = comments.map((line) => line.slice(1).trim());
  if (!title)
    throw new UserError(`${file}: missing title; expected "# " and a description in the first line`);
  const values = new Map(
    rest.map((line) => {
      const [, field = '', value = ''] = /^(\w+): (.+)$/.exec(line) ?? [];
      if (!fields.includes(field))
        throw new UserError(
          `${file}: got "# ${line}"; expected one of ${fields.join(', ')}, each with a value`,
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
