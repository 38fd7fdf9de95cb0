import { existsSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../platform/errors/user-error.ts';
import { importModule } from '../../platform/import-module.ts';
import { type SuitePlaces, suiteFoldersIn } from '../suite-folders.ts';
import type { AnyTemplate } from './template.ts';

const folderName = 'templates';

/** A template with the folder of its suite. */
export type FoundTemplate = { template: AnyTemplate; suiteFolder: string };

/**
 * The templates with these ids, in their order. A template is the export `template` of `<suite>/templates/<id>.ts`, or one
 * of the export `templates` of `<suite>/templates/index.ts`. Throws `UserError` for a missing or invalid template.
 */
export async function readTemplates(places: SuitePlaces, ids: readonly string[]): Promise<AnyTemplate[]> {
  return (await findTemplates(places, ids)).map(({ template }) => template);
}

/** The same with the folders of their suites. */
export async function findTemplates(places: SuitePlaces, ids: readonly string[]): Promise<FoundTemplate[]> {
  return Promise.all(
    ids.map(async (id) => {
      const found = await findTemplate(places, id);
      if (found) return found;
      throw new UserError(
        `${[places].flat().join(', ')}: found no template "${id}"; it must be ${id}.ts in the folder ${folderName} of a suite, or in the list that index.ts exports there`,
      );
    }),
  );
}

/** Null if no suite has the template. */
export async function findTemplate(places: SuitePlaces, id: string): Promise<FoundTemplate | null> {
  const folders = suiteFoldersIn(places);
  for (const suiteFolder of folders) {
    const file = moduleAt(suiteFolder, id);
    if (file) return { template: await load(file, id), suiteFolder };
  }
  for (const suiteFolder of folders) {
    const template = (await templatesOf(suiteFolder)).find((each) => each.id === id);
    if (template) return { template, suiteFolder };
  }
  return null;
}

/** The templates that the file `index.ts` of a suite lists; empty without such a file. Throws `UserError`. */
export async function templatesOf(suiteFolder: string): Promise<readonly AnyTemplate[]> {
  const file = moduleAt(suiteFolder, 'index');
  if (file === null) return [];
  const { templates } = (await importOf(file)) as { templates?: unknown };
  if (!Array.isArray(templates) || !templates.every(isTemplate))
    throw new UserError(
      `${file}: templates: must be a list of templates; found ${templates === undefined ? 'nothing' : typeof templates}`,
    );
  return templates;
}

/** The source file, or the built file. */
function moduleAt(suiteFolder: string, name: string): string | null {
  const files = ['ts', 'js'].map((extension) => path.join(suiteFolder, folderName, `${name}.${extension}`));
  return files.find((file) => existsSync(file)) ?? null;
}

async function load(file: string, id: string): Promise<AnyTemplate> {
  // The export is checked next.
  const { template } = (await importOf(file)) as { template?: unknown };
  if (!isTemplate(template))
    throw new UserError(`${file}: found no export template; it must export what defineTemplate returns`);
  if (template.id !== id)
    throw new UserError(`${file}: id: must be the file name "${id}"; found "${template.id}"`);
  return template;
}

function importOf(file: string): Promise<unknown> {
  return importModule(file).catch((error: Error) => {
    throw new UserError(`${file}: cannot be loaded: ${error.name}: ${error.message}`);
  });
}

function isTemplate(value: unknown): value is AnyTemplate {
  return typeof (value as AnyTemplate | undefined)?.draw === 'function';
}
