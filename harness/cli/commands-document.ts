import path from 'node:path';
import type { Command as Commander, Option } from 'commander';
import { docSection } from '../platform/files/doc-section.ts';
import type { Project } from '../platform/project.ts';
import { buildProgram } from './build-program.ts';
import type { Command, CommandGroup, Context } from './commands/command.ts';

/** Writes the commands and their options into docs/commands.md, or checks that the file is current. */
export function commandsDocument(
  { root }: Project,
  mode: 'write' | 'check',
  { commands }: Pick<Context, 'commands'>,
): Promise<{ current: boolean }> {
  const start = '<!-- commands: written by `npm run commands` -->';
  const place = { start, end: '<!-- /commands -->', file: path.join(root, 'docs/commands.md') };
  return docSection(place, commandLines(commands), mode);
}

/** A command on the command line: the words that name it, its definition, and what commander made of it. */
type Place = { words: string; command: Command; made: Commander; isOfRepository: boolean };

/** A section for each command. Options that a command shares with `run` are only listed by name. */
export function commandLines(members: readonly (Command | CommandGroup)[]): string[] {
  const places = placesOf(
    members,
    buildProgram(members, async () => {}),
  );
  const [first] = places.filter(({ command }) => command.isDefault);
  const shared = new Set(first ? optionsOf(first).map(rowOf) : []);
  return places.flatMap((place) => sectionOf(place, shared)).slice(1);
}

/** Without `--json`, which every command has. */
function optionsOf({ made }: Place): Option[] {
  return made.options.filter(({ long }) => long !== '--json');
}

function placesOf(
  members: readonly (Command | CommandGroup)[],
  parent: Commander,
  above: { words: string; isOfRepository: boolean } = { words: '', isOfRepository: false },
): Place[] {
  return members.flatMap((member) => {
    const made = parent.commands.find((each) => each.name() === member.name);
    if (!made || ('hidden' in member && member.hidden)) return [];
    const words = `${above.words} ${member.name}`.trimStart();
    const isOfRepository = above.isOfRepository || member.ofRepository === true;
    return 'commands' in member
      ? placesOf(member.commands, made, { words, isOfRepository })
      : [{ words, command: member, made, isOfRepository }];
  });
}

function sectionOf(place: Place, shared: ReadonlySet<string>): string[] {
  const { words, command, isOfRepository } = place;
  const rows = optionsOf(place).map(rowOf);
  const own = command.isDefault ? rows : rows.filter((row) => !shared.has(row));
  const typed = ['npm run harness --', words, ...Object.values(command.arguments).map(({ name }) => name)];
  const where = isOfRepository ? ' The package does not have this command.' : '';
  return [
    '',
    `## ${words}`,
    '',
    code(typed.join(' ')),
    '',
    `${sentence(command.summary)}${where}`,
    ...(own.length > 0 ? ['', '| option | meaning | default |', '|---|---|---|', ...own] : []),
    ...sharedLine(
      rows.filter((row) => !own.includes(row)),
      shared,
    ),
    ...(command.afterHelp ?? '').split('\n').flatMap((line) => (line === '' ? [] : ['', sentence(line)])),
  ];
}

function rowOf({ flags, description, defaultValue, defaultValueDescription, argChoices }: Option): string {
  const choices = argChoices ? ` (${argChoices.map((choice) => `\`${choice}\``).join(', ')})` : '';
  const fallback = defaultValueDescription ?? (defaultValue === undefined ? '' : String(defaultValue));
  return `| ${code(flags)} | ${cell(description)}${choices} | ${cell(fallback)} |`;
}

/** Names the options of `rows`, or those that are missing if most are there. */
function sharedLine(rows: readonly string[], shared: ReadonlySet<string>): string[] {
  const names = (of: readonly string[]) => of.map((row) => /`(--[\w-]+)/.exec(row)?.[0]).join('`, ');
  const missing = [...shared].filter((row) => !rows.includes(row));
  if (rows.length === 0) return [];
  if (missing.length === 0) return ['', 'All options of [run](#run).'];
  return missing.length < rows.length
    ? ['', `All options of [run](#run) except ${names(missing)}\`.`]
    : ['', `As for [run](#run): ${names(rows)}\`.`];
}

function sentence(text: string): string {
  const capital = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return `${cell(capital)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

/** Nothing of it is read as Markdown. */
function cell(text: string): string {
  return text.replaceAll(/[<|*]/g, (sign) => `\\${sign}`);
}

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}
