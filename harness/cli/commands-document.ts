import path from 'node:path';
import type { Command as Commander, Option } from 'commander';
import { docSection } from '../platform/files/doc-section.ts';
import type { Project } from '../platform/project.ts';
import { buildProgram } from './build-program.ts';
import type { Command, CommandGroup, Context } from './commands/command.ts';

/** Commands that the package lacks have a document of their own: one page with all of them is too large. */
const files = { package: 'docs/commands.md', repository: 'docs/repository-commands.md' } as const;

/** Writes the commands and their options into their documents, or checks that both are current. */
export async function commandsDocument(
  { root }: Project,
  mode: 'write' | 'check',
  { commands }: Pick<Context, 'commands'>,
): Promise<{ current: boolean }> {
  const start = '<!-- commands: written by `npm run commands` -->';
  const write = (of: keyof typeof files) => {
    const place = { start, end: '<!-- /commands -->', file: path.join(root, files[of]) };
    return docSection(place, commandLines(commands, of), mode);
  };
  const [one, other] = [await write('package'), await write('repository')];
  return { current: one.current && other.current };
}

/** A command on the command line: the words that name it, its definition, and what commander made of it. */
type Place = { words: string; command: Command; made: Commander; isOfRepository: boolean };

/** A section for each command of a document. Options that a command shares with `run` are only listed by name. */
export function commandLines(members: readonly (Command | CommandGroup)[], of: keyof typeof files): string[] {
  const places = placesOf(
    members,
    buildProgram(members, async () => {}),
  );
  const [first] = places.filter(({ command }) => command.isDefault);
  const shared = new Set(first ? optionsOf(first).map(rowOf) : []);
  return places
    .filter(({ isOfRepository }) => isOfRepository === (of === 'repository'))
    .flatMap((place) => sectionOf(place, shared))
    .slice(1);
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
  const { words, command } = place;
  const rows = optionsOf(place).map(rowOf);
  const own = command.isDefault ? rows : rows.filter((row) => !shared.has(row));
  const typed = ['npm run harness --', words, ...Object.values(command.arguments).map(({ name }) => name)];
  return [
    '',
    `## ${words}`,
    '',
    code(typed.join(' ')),
    '',
    sentence(command.summary),
    ...(own.length > 0 ? ['', ...own] : []),
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
  return `- ${code(flags)}: ${cell(description)}${choices}${fallback === '' ? '' : ` (default: ${cell(fallback)})`}`;
}

/** Names the options of `rows`, or those that are missing if most are there. */
function sharedLine(rows: readonly string[], shared: ReadonlySet<string>): string[] {
  const names = (of: readonly string[]) => of.map((row) => /`(--[\w-]+)/.exec(row)?.[0]).join('`, ');
  const missing = [...shared].filter((row) => !rows.includes(row));
  if (rows.length === 0) return [];
  if (missing.length === 0) return ['', 'This command has all options of [run](commands.md#run).'];
  return missing.length < rows.length
    ? ['', `This command has all options of [run](commands.md#run) except ${names(missing)}\`.`]
    : ['', `These options are explained at [run](commands.md#run): ${names(rows)}\`.`];
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
  return `\`${text}\``;
}
