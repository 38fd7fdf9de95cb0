import { existsSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../platform/errors/user-error.ts';
import { importModule } from '../../platform/import-module.ts';
import { type SuitePlaces, suiteFoldersIn } from '../suite-folders.ts';
import type { AnyTemplate } from './template.ts';

const folderName = 'templates';

/**
 * The templates of these ids, in their order: `<suite>/templates/<id>.ts`, whatever the suite, each of which
 * exports `template`. Throws `UserError` for one that is not there or is none.
 */
export function readTemplates(places: SuitePlaces, ids: readonly string[]): Promise<AnyTemplate[]> {
  return Promise.all(
    ids.map(async (id) => {
      const file = findTemplate(places, id);
      if (file) return load(file, id);
      throw new UserError(
        `${[places].flat().join(', ')}: found no template "${id}"; it must be ${id}.ts in the folder ${folderName} of a suite`,
      );
    }),
  );
}

/** Its file; null where no suite has it. */
export function findTemplate(places: SuitePlaces, id: string): string | null {
  const files = suiteFoldersIn(places).flatMap((suite) => modulesOf(path.join(suite, folderName, id)));
  return files.find((file) => existsSync(file)) ?? null;
}

/** As its author wrote it, or as it was built. */
function modulesOf(name: string): string[] {
  return [`${name}.ts`, `${name}.js`];
}

async function load(file: string, id: string): Promise<AnyTemplate> {
  const module = await importModule(file).catch((error: Error) => {
    throw new UserError(`${file}: cannot be loaded: ${error.name}: ${error.message}`);
  });
  // What it exports is looked at next.
  const { template } = module as { template?: AnyTemplate };
  if (typeof template?.draw !== 'function')
    throw new UserError(`${file}: found no export template; it must export what defineTemplate returns`);
  if (template.id !== id)
    throw new UserError(`${file}: id: must be the file name "${id}"; found "${template.id}"`);
  return template;
}
