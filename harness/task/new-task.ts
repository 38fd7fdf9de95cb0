import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../platform/errors/user-error.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import { shellWord } from '../platform/words/shell-word.ts';
import { typedAs } from '../platform/words/typed-as.ts';
import { newHost } from './new-host.ts';
import { taskTemplate } from './task-template.ts';

/**
 * Writes `<folder>/<id>.md` to start from, with `withHost` a host for its start URL too, and returns what to do next.
 * Never overwrites. Throws `UserError`.
 */
export async function newTask(
  id: string,
  folder: string,
  { withHost }: { withHost: boolean },
): Promise<{ lines: string[]; files: string[] }> {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) {
    throw new UserError(
      `new task: found id "${id}"; allowed are lowercase words and digits joined by hyphens`,
    );
  }
  const file = path.join(folder, `${id}.md`);
  const host = withHost ? newHost(id, folder) : null;
  for (const each of [file, ...(host ? [host.file] : [])])
    if (existsSync(each)) throw new UserError(`new task: ${each} exists already`);
  await writeNew(file, taskTemplate(id, host ? `https://${host.host}/` : 'https://example.com/'));
  if (host) await writeNew(host.file, host.text);
  const own = `--tasks ${shellWord(file)}${host ? ` --web-root ${shellWord(host.webRoot)}` : ''}`;
  return {
    files: [file, ...(host ? [host.file] : [])],
    lines: [
      file,
      ...(host ? [host.file] : []),
      'fill it in, then:',
      `  ${typedAs} check ${own}`,
      ...(host ? [`  ${typedAs} serve ${id} ${own}`] : []),
      `  ${typedAs} ${own} --adapter script --script <calls> --record --transcripts <folder> --no-save`,
      `  ${typedAs} ${own} --transcripts <folder> --no-save`,
    ],
  };
}

async function writeNew(file: string, content: string): Promise<void> {
  makeFolder(path.dirname(file));
  await writeFile(file, content, { flag: 'wx' });
}
