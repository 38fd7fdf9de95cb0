import path from 'node:path';
import * as z from 'zod';
import type { Project } from '../platform/project.ts';
import type { Command, CommandGroup } from './commands/command.ts';
import { type CommandOptions, type Config, configIn } from './config/config.ts';
import { findConfig, readConfig } from './config/read-config.ts';
import { toProject } from './config/to-project.ts';
import { isPackage } from './is-package.ts';
import { optionsSchema } from './options-schema.ts';
import { thisProject } from './this-project.ts';

/**
 * The project of a working directory: that of the nearest `contract-bench.config.*` from there up; without one the folder
 * itself, or this repository where its own checkout is run: the package is somebody's tool, a checkout its own project. Throws `UserError`.
 */
export async function projectHere(
  folder: string,
  commands: readonly (Command | CommandGroup)[],
): Promise<{ project: Project; config: Config; options: CommandOptions }> {
  const file = findConfig(folder) ?? (isPackage ? null : findConfig(thisProject.root));
  const root = file === null ? (isPackage ? folder : thisProject.root) : path.dirname(file);
  const { options = {}, ...config } = file === null ? {} : await read(file, commands);
  return {
    project: toProject({ file, root, config }, thisProject),
    config,
    options,
  };
}

/** With the options of all commands; see `configIn`. */
export function configSchema(commands: readonly (Command | CommandGroup)[], root: string | null = null) {
  return configIn(root).extend({ options: optionsSchema(commands).optional() });
}

function read(file: string, commands: readonly (Command | CommandGroup)[]) {
  const schema = configSchema(commands, path.dirname(file));
  return readConfig(file, schema, (at) => fieldsAt(schema, at).join(', '));
}

/** The fields that an object there may have. */
function fieldsAt(schema: z.ZodType, at: readonly PropertyKey[]): string[] {
  const [key, ...rest] = at;
  if (schema instanceof z.ZodOptional) return fieldsAt(schema.unwrap() as z.ZodType, at);
  if (schema instanceof z.ZodArray) return fieldsAt(schema.element as z.ZodType, rest);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((each) => fieldsAt(each as z.ZodType, at));
  if (!(schema instanceof z.ZodObject)) return [];
  if (key === undefined) return Object.keys(schema.shape);
  const below: z.ZodType | undefined = schema.shape[String(key)];
  return below ? fieldsAt(below, rest) : [];
}
