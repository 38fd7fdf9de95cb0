import { Argument, Command as Commander, InvalidArgumentError, Option } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { UserError } from '../platform/errors/user-error.ts';
import { type Flag, flagName } from '../platform/flags.ts';
import { typedAs } from '../platform/words/command-line.ts';
import type { Command, CommandGroup } from './commands/command.ts';
import { isPackage } from './this-project.ts';

const usageExitCode = 2;

/** A typed command: its words, and the given arguments and options. */
export type Typed = { words: string; values: Readonly<Record<string, unknown>> };

type Invoke = (command: Command, typed: Typed) => Promise<void>;

/** The command line of these commands; `invoke` gets the named command with its typed arguments and options. */
export function buildProgram(commands: readonly (Command | CommandGroup)[], invoke: Invoke): Commander {
  const program = new Commander(isPackage ? packageJson.name : 'harness')
    .description(
      'Plays the tasks of the benchmark on a real browser through an MCP browser server, and judges them.',
    )
    .version(packageJson.version)
    .showHelpAfterError(`see ${typedAs} --help`);
  throwWith(program, usageExitCode);
  for (const command of commands) add(program, command, command.name, invoke);
  return program;
}

function add(parent: Commander, command: Command | CommandGroup, words: string, invoke: Invoke): void {
  if ('commands' in command) {
    const { name, summary, hidden = false, commands } = command;
    const group = parent.command(name, { hidden }).description(summary);
    if (command.usageExitCode !== undefined) throwWith(group, command.usageExitCode);
    for (const each of commands) add(group, each, `${words} ${each.name}`, invoke);
    return;
  }
  const made = parent
    .command(command.name, { isDefault: command.isDefault ?? false })
    .description(command.summary);
  for (const { name } of Object.values(command.arguments)) made.addArgument(new Argument(name));
  for (const [name, flag] of Object.entries(command.options))
    for (const option of optionsOf(name, flag)) made.addOption(option);
  // A page of options would push the error out of sight.
  made.showHelpAfterError(`see ${typedAs} ${words} --help`);
  made.option('--json', 'print the outcome as JSON, and notes to standard error');
  if (command.afterHelp !== undefined) made.addHelpText('after', command.afterHelp);
  made.action(() => invoke(command, { words, values: typedOf(command, made) }));
}

function optionsOf(name: string, flag: Flag<unknown>): Option[] {
  const { placeholder, summary, fallback, parse, choices } = flag;
  const long = flagName(name);
  const off = flagName(name, { onByDefault: true });
  if (flag.onByDefault) return [new Option(off, summary)];
  const option = new Option(placeholder === null ? long : `${long} ${placeholder}`, summary);
  if (isShown(flag))
    option.default(
      fallback,
      flag.ofProject === 'server' ? `the first server of the configuration, else "${fallback}"` : undefined,
    );
  if (flag.required) option.makeOptionMandatory();
  if (choices) option.choices(choices);
  if (parse)
    option.argParser((text: string, before: unknown) => {
      try {
        return parse(text, before ?? fallback);
      } catch (error) {
        throw error instanceof UserError ? new InvalidArgumentError(error.message) : error;
      }
    });
  return flag.negation === undefined ? [option] : [option, new Option(off, flag.negation)];
}

/** Whether help shows the default of an option. */
function isShown({ placeholder, fallback, required }: Flag<unknown>): boolean {
  const isNothing = fallback === null || (Array.isArray(fallback) && fallback.length === 0);
  return placeholder !== null && !required && !isNothing;
}

function typedOf(command: Command, made: Commander): Record<string, unknown> {
  const given: Record<string, unknown> = made.opts();
  const words = Object.keys(command.arguments).map((name, index) => [name, made.processedArgs[index]]);
  const options = Object.keys(command.options)
    .filter((name) => made.getOptionValueSource(name) === 'cli')
    .map((name) => [name, given[name]]);
  return Object.fromEntries([...words, ...options].filter(([, value]) => value !== undefined));
}

/** Thrown in place of ending the process. */
function throwWith(command: Commander, exitCode: number): void {
  command.exitOverride((error) => {
    // Help and version come as errors too.
    if (error.exitCode !== 0) error.exitCode = exitCode;
    throw error;
  });
}
