import type * as z from 'zod';
import type { Argument, Flag } from '../../platform/flags.ts';
import type { Project } from '../../platform/project.ts';
import type { CommandOptions, Config } from '../config/config.ts';
import type { PartId } from '../parts/parts.ts';

/** A member of the open set. Its file is light: what does the work is loaded inside `run`. */
export type Command = {
  name: string;
  summary: string;
  /** In their order. */
  arguments: Readonly<Record<string, Argument<unknown>>>;
  /** By the names that `run` knows them by: `maxUsd` is `--max-usd`. */
  options: Readonly<Record<string, Flag<unknown>>>;
  /** What help says below the options. */
  afterHelp?: string;
  /** It is what runs where no command is named. */
  isDefault?: true;
  /** It works on what only the repository has, so that the package lacks it. */
  ofRepository?: true;
  /** It leaves something open that would keep the process alive. */
  endsProcess?: true;
  /** What it needs besides what is always installed; looked for before it runs. */
  part?: PartId;
  run(values: Readonly<Record<string, unknown>>, context: Context): Promise<Outcome>;
};

/** Commands below one word: `list tasks`. */
export type CommandGroup = {
  name: string;
  summary: string;
  commands: readonly (Command | CommandGroup)[];
  /** Help does not name it. */
  hidden?: true;
  ofRepository?: true;
  /** Of a mistake in the words of the command line; 2 where it is not given. */
  usageExitCode?: number;
};

/** What a command came to. */
export type Outcome = {
  /** For standard output. */
  lines: readonly string[];
  /** Commands for GitHub's runner, which go out as they are. */
  annotations?: readonly string[];
  /** 0, 1, 2 (a mistake of the user), 3 (lost to us) or 130 (interrupted). */
  exitCode: number;
  /** What `--json` prints in place of the lines. */
  data: object;
};

/** What the command line hands to a command. */
export type Context = {
  project: Project;
  /** What `contract-bench.config.ts` says; empty where there is none. */
  config: Config;
  /** What it says of the options of commands. */
  options: CommandOptions;
  /** Of a configuration, with the options of all commands. */
  configSchema(): z.ZodType;
  /** All commands of the command line. */
  commands: readonly (Command | CommandGroup)[];
  /** The working directory: what a path of the user is relative to. */
  folder: string;
  env: NodeJS.ProcessEnv;
  /** Aborts at the first Ctrl-C. */
  signal: AbortSignal;
  /** The command line as a person types it. */
  commandLine: string;
  /** Standard output is for the outcome's data alone. */
  json: boolean;
  /** A line of a command that is not at its end: to standard output, or to standard error with `--json`. */
  print(line: string): void;
  /** A note, to standard error. */
  log(line: string): void;
};

type Values<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends Argument<infer Value> | Flag<infer Value> ? Value : never;
};

/** A command whose `run` knows the types of its arguments and options: those that their own parsers make. */
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

/** The outcome of a command that says yes or no. */
export function verdict(passed: boolean, lines: readonly string[], data: object = { lines }): Outcome {
  return { lines, exitCode: passed ? 0 : 1, data: { passed, ...data } };
}
