import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { parseAs } from '../platform/errors/json.ts';
import { UserError } from '../platform/errors/user-error.ts';
import { readJson } from '../platform/files/read-json.ts';
import type { Flag, Taken } from '../platform/flags.ts';
import { importModule } from '../platform/import-module.ts';
import { type Project, projectAt } from '../platform/project.ts';
import { suiteFileName } from '../task/suite-folders.ts';
import type { Command, CommandGroup } from './commands/command.ts';
import { type CommandOptions, type Config, configIn } from './config/config.ts';
import { isPackage, thisProject } from './this-project.ts';

/**
 * The project of a working directory: that of the nearest `contract-bench.config.*` (see `findConfig`). Without one, it is the
 * folder itself for the package, or this repository for its own checkout. Throws `UserError`.
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

/** Throws `UserError` with every mistake at once, each with file and field. */
async function read(file: string, commands: readonly (Command | CommandGroup)[]) {
  const schema = configSchema(commands, path.dirname(file));
  const allowed = (at: readonly PropertyKey[]) => fieldsAt(schema, at).join(', ');
  return file.endsWith('.json')
    ? readJson(file, schema, { allowed })
    : parseAs(file, schema, await imported(file), allowed);
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

/** Schema for a configuration: the options of all commands by their words. Required options can only be typed. */
function optionsSchema(commands: readonly (Command | CommandGroup)[]) {
  return z.strictObject(
    Object.fromEntries(
      withWords(commands, '').map(({ words, command }) => [words, ofCommand(command).optional()]),
    ),
  );
}

/** Each command with the words that name it. */
export function withWords(
  members: readonly (Command | CommandGroup)[],
  before: string,
): { words: string; command: Command }[] {
  return members.flatMap((member) => {
    const words = `${before}${member.name}`;
    return 'commands' in member ? withWords(member.commands, `${words} `) : [{ words, command: member }];
  });
}

function ofCommand({ options }: Command) {
  const configurable = Object.entries(options).filter(([, { required }]) => !required);
  return z.strictObject(
    Object.fromEntries(configurable.map(([name, flag]) => [name, schemaOf(flag).optional()])),
  );
}

function schemaOf(flag: Flag<unknown>): z.ZodType {
  const { placeholder, summary, choices, negation } = flag;
  const takes: Taken = flag.takes ?? { kind: placeholder === null ? 'switch' : 'text' };
  const taken = choices ? z.enum(choices) : ofKind(takes);
  return (negation === undefined ? taken : z.union([taken, z.literal(false)])).describe(summary);
}

function ofKind(takes: Taken): z.ZodType {
  switch (takes.kind) {
    case 'text':
      return z.string().min(1, 'must not be empty');
    case 'texts':
      return z.array(z.string().min(1, 'must not be empty'));
    case 'switch':
      return z.boolean();
    case 'integer':
      return z.int().min(takes.min).max(takes.max);
    case 'amount': {
      const { min, above, max } = takes;
      const least = min === undefined ? z.number() : z.number().min(min);
      const more = above === undefined ? least : least.gt(above);
      return max === undefined ? more : more.max(max);
    }
    case 'like':
      return z.string().regex(takes.pattern, `must be ${takes.allowed}`);
  }
}

/** The project of a configuration, or of a folder without one, with the files of the package. Throws `UserError`. */
export function toProject(
  { file, root, config }: { file: string | null; root: string; config: Config },
  packaged: Project,
): Project {
  const at = (place: string) => path.resolve(root, place);
  const usual = projectAt(root);
  const isItself = root === packaged.root;
  const { suites, transcripts, webRoots, reports } = config;
  const results = config.results === undefined ? usual.results : at(config.results);
  const folders = (suites ?? []).filter(isFolder).map(at);
  const mistakes = folders
    .filter((folder) => !existsSync(path.join(folder, suiteFileName)))
    .map((folder) => `${file}: suites: ${folder} has no ${suiteFileName}`);
  if (mistakes.length > 0) throw new UserError(mistakes.join('\n'));
  const own = transcripts === undefined ? usual.transcripts : at(transcripts);
  const ownWeb = webRoots?.map(at) ?? usual.webRoots.filter((folder) => existsSync(folder));
  return {
    ...usual,
    checkout: isItself ? root : null,
    packaged: isItself ? null : packaged.root,
    suites: [...folders, ...usual.suites, ...(isItself ? [] : packaged.suites)],
    plays: suites?.map((suite) => (isFolder(suite) ? path.basename(suite) : suite)) ?? null,
    transcripts: own,
    recordings: [own, ...(isItself ? [] : packaged.recordings)],
    results,
    references:
      config.references === undefined ? path.join(results, 'references.json') : at(config.references),
    reports: reports === undefined ? usual.reports : at(reports),
    webRoots: [...ownWeb, ...(isItself ? [] : packaged.webRoots)],
  };
}

function isFolder(suite: string): boolean {
  return suite.includes('/');
}

const fileNames = ['ts', 'mts', 'js', 'mjs', 'json'].map((end) => `contract-bench.config.${end}`);

/**
 * The configuration of the nearest folder from here up to the top of the checkout or the home, whichever comes first;
 * null where none has one. It is run, so it is looked for where its author is the user. Throws `UserError` for a folder with two.
 */
export function findConfig(folder: string, home = homedir()): string | null {
  for (const each of foldersUp(folder, home)) {
    const found = fileNames.map((name) => path.join(each, name)).filter((file) => existsSync(file));
    if (found.length > 1) throw new UserError(`${found.join(', ')}: found ${found.length}; allowed is one`);
    if (found[0]) return found[0];
  }
  return null;
}

/** From a folder to that top; outside of both as far as the folders are those of the same user. `/tmp` and its like are no top, and never passed. */
function foldersUp(folder: string, home: string): string[] {
  const start = path.resolve(folder);
  const owned = (at: string) => statSync(at, { throwIfNoEntry: false });
  const up: string[] = [];
  for (
    let at = start;
    !up.includes(at) && (at === start || !isForAll(owned(at)?.mode ?? 0));
    at = path.dirname(at)
  ) {
    up.push(at);
    const isRoot = at === path.dirname(at);
    if (existsSync(path.join(at, '.git')) || (at === realPathOf(home) && !isRoot)) return up;
  }
  const foreign = up.findIndex((at) => owned(at)?.uid !== owned(start)?.uid || at === path.dirname(at));
  return foreign > 0 ? up.slice(0, foreign) : up;
}

/** Whether every user may make files there and remove none of others: mode 1777. */
function isForAll(mode: number): boolean {
  return (mode & 0o1002) === 0o1002;
}

function realPathOf(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : folder;
}

async function imported(file: string): Promise<unknown> {
  // A module is an object, whatever it exports.
  const module = (await importModule(file).catch((error: Error) => {
    throw new UserError(`${file}: cannot be loaded: ${error.name}: ${error.message}`);
  })) as { default?: unknown };
  if (module.default === undefined)
    throw new UserError(`${file}: found no default export; allowed is export default defineConfig({ ... })`);
  return module.default;
}
