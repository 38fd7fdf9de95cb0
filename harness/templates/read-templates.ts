import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError } from '../errors/user-error.ts';
import type { AnyTemplate } from './template.ts';

const folderName = 'templates';

/**
 * The templates of these ids, in their order: `<tasks>/<suite>/templates/<id>.ts`, whatever the suite, each of which
 * exports `template`. Throws `UserError` for one that is not there or is none.
 */
export function readTemplates(tasksFolder: string, ids: readonly string[]): Promise<AnyTemplate[]> {
  return Promise.all(
    ids.map(async (id) => {
      const file = await findTemplate(tasksFolder, id);
      if (file) return load(file, id);
      throw new UserError(
        `${tasksFolder}: found no template "${id}"; it must be ${id}.ts in the folder ${folderName} of a suite`,
      );
    }),
  );
}

/** Its file; null where no suite has it. */
export async function findTemplate(tasksFolder: string, id: string): Promise<string | null> {
  const suites = (await readdir(tasksFolder)).sort();
  const files = suites.map((suite) => path.join(tasksFolder, suite, folderName, `${id}.ts`));
  return files.find((file) => existsSync(file)) ?? null;
}

async function load(file: string, id: string): Promise<AnyTemplate> {
  const { template }: { template?: AnyTemplate } = await import(pathToFileURL(path.resolve(file)).href).catch(
    (error: Error) => {
      throw new UserError(`${file}: cannot be loaded: ${error.name}: ${error.message}`);
    },
  );
  if (typeof template?.draw !== 'function')
    throw new UserError(`${file}: found no export template; it must export what defineTemplate returns`);
  if (template.id !== id)
    throw new UserError(`${file}: id: must be the file name "${id}"; found "${template.id}"`);
  return template;
}
