import type * as z from 'zod';
import type { Argument, Flag } from '../../platform/flags.ts';
import type { Project } from '../../platform/project.ts';
import type { CommandOptions, Config } from '../config/config.ts';
import type { PartId } from '../parts/parts.ts';

/** A member of the open set. Its file is light: `run` loads the code that does the work. */
export type Command = {
  name: string;
  summary: string;
  /** In their order. */
  arguments: Readonly<Record<string, Argument<unknown>>>;
  /** By their names in `run`: `maxUsd` is `--max-usd`. */
  options: Readonly<Record<string, Flag<unknown>>>;
  /** Text of the help below the options. */
  afterHelp?: string;
  /** Whether it runs if no command is named. */
  isDefault?: true;
  /** Whether it needs files of the repository, so that the package lacks it. */
  ofRepository?: true;
  /** Whether it leaves something open that would keep the process alive. */
  endsProcess?: true;
  /** The optional dependencies that it needs; checked before it runs. */
  part?: PartId;
  run(values: Readonly<Record<string, unknown>>, context: Context): Promise<Outcome>;
};

/** Commands below one word: `list tasks`. */
export type CommandGroup = {
  name: string;
  summary: string;
  commands: readonly (Command | CommandGroup)[];
  /** Whether help leaves it out. */
  hidden?: true;
  ofRepository?: true;
  /** Exit code for a mistake in the command line; 2 by default. */
  usageExitCode?: number;
};

/** The outcome of a command. */
export type Outcome = {
  /** For standard output. */
  lines: readonly string[];
  /** Commands for GitHub's runner, printed unchanged. */
  annotations?: readonly string[];
  /** 0, 1, 2 (usage error), 3 (infrastructure error) or 130 (interrupted). */
  exitCode: number;
  /** Printed by `--json` in place of the lines. */
  data: object;
};

/** The context that the command line passes to a command. */
export type Context = {
  project: Project;
  /** The content of `contract-bench.config.ts`; empty without one. */
  config: Config;
  /** Its options of commands. */
  options: CommandOptions;
  /** Schema of a configuration, with the options of all commands. */
  configSchema(): z.ZodType;
  /** All commands of the command line. */
  commands: readonly (Command | CommandGroup)[];
  /** The working directory; paths of the user are relative to it. */
  folder: string;
  env: NodeJS.ProcessEnv;
  /** Aborts at the first Ctrl-C. */
  signal: AbortSignal;
  /** The command line as a person types it. */
  commandLine: string;
  /** Whether standard output is only for the data of the outcome. */
  json: boolean;
  /** Prints a line before the outcome: to standard output, or to standard error with `--json`. */
  print(line: string): void;
  /** Prints a note to standard error. */
  log(line: string): void;
};

type Values<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends Argument<infer Value> | Flag<infer Value> ? Value : never;
};

/** A command whose `run` gets the types that the parsers of its arguments and options return. */
export function defineCommand<
  Arguments extends Readonly<Record<string, Argument<unknown>>>,
  Options extends Readonly<Record<string, Flag<unknown>>>,
>(
  command: Omit<Command, 'arguments' | 'options' | 'run'> & {
    arguments: Arguments;
    options: Options;
    run(values: Values<Arguments> & Values<Options>, context: Context): Promise<Outcome>;
  },
): Command {
  return command;
}

/** The outcome of a command with a yes or no answer. */
export function verdict(passed: boolean, lines: readonly string[], data: object = { lines }): Outcome {
  return { lines, exitCode: passed ? 0 : 1, data: { passed, ...data } };
}
