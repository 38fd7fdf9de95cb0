import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../errors/user-error.ts';
import { shellWord } from '../words/shell-word.ts';
import { typedAs } from '../words/typed-as.ts';
import { taskTemplate } from './task-template.ts';

/** Writes `<folder>/<id>.md` to start from and returns what to do next. Never overwrites. Throws `UserError`. */
export async function newTask(id: string, folder: string): Promise<string> {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) {
    throw new UserError(
      `new task: found id "${id}"; allowed are lowercase words and digits joined by hyphens`,
    );
  }
  const file = path.join(folder, `${id}.md`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, taskTemplate(id), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new UserError(`new task: ${file} exists already`);
    throw error;
  });
  const typed = shellWord(file);
  return [
    file,
    'fill it in, then:',
    `  ${typedAs} check --tasks ${typed}`,
    `  ${typedAs} --tasks ${typed} --adapter script --script <calls> --record --transcripts <folder> --no-save`,
    `  ${typedAs} --tasks ${typed} --transcripts <folder> --no-save`,
  ].join('\n');
}
