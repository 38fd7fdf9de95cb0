import { writeSync } from 'node:fs';
import { type Command as Commander, CommanderError } from 'commander';
import { UserError } from '../platform/errors/user-error.ts';
import { modulesBeingLoaded } from '../platform/import-module.ts';
import { takeKeys } from '../platform/process/switches.ts';
import { printed } from '../platform/words/printed.ts';
import { buildProgram } from './build-program.ts';
import type { Context, Outcome } from './commands/command.ts';
import { commands } from './commands/index.ts';
import { valuesOf } from './values-of.ts';

const userErrorExitCode = 2;
const interruptedExitCode = 130;
/** A process that still runs after this time is kept alive by a module of the user, such as a timer in a configuration. */
const lingerMs = 5000;

/** Whether the exit code is decided: by an outcome, or by a second Ctrl-C. */
let isThrough = false;

type Ending = { outcome: Outcome | null; endsProcess: boolean };

/**
 * Runs the command that the words name; the only place that prints outcomes and errors and sets the exit code.
 * `isProcess`: it is all that this process is for, which then ends, and with 2 where no command came to an outcome.
 */
export async function runCommandLine(words: readonly string[], isProcess = false): Promise<void> {
  if (isProcess) process.once('exit', () => refuseNoOutcome(words));
  const json = words.includes('--json');
  const signal = interruption();
  // The reader of the output may stop early (`| head`); the run continues.
  process.stdout.on('error', () => {});
  const { outcome, endsProcess } = await end(words, json, signal);
  if (outcome) {
    const lines = json ? [JSON.stringify(outcome.data, null, 2)] : outcome.lines;
    for (const line of lines) process.stdout.write(`${printed(line)}\n`);
    for (const line of (!json && outcome.annotations) || []) process.stdout.write(`${line}\n`);
  }
  isThrough = true;
  exitWith(outcome?.exitCode ?? 0);
  if (endsProcess) process.exit();
  if (isProcess) setTimeout(() => process.exit(), lingerMs).unref();
}

function exitWith(code: number): void {
  process.exitCode = code;
}

/** Overrides every exit code, because 0 and 1 would be verdicts. */
function refuseNoOutcome(words: readonly string[]): void {
  if (isThrough) return;
  const [file] = modulesBeingLoaded();
  const message =
    file === undefined
      ? `${words[0] ?? 'run'}: the process ended before the command had an outcome`
      : `${file}: the process ended while this module was loading`;
  exitWith(userErrorExitCode);
  writeSync(2, `${printed(message)}\n`);
  if (words.includes('--json'))
    writeSync(1, `${JSON.stringify({ error: { message, exitCode: userErrorExitCode } }, null, 2)}\n`);
}

/** `outcome` is null if commander has printed everything: help, the version. */
async function end(words: readonly string[], json: boolean, signal: AbortSignal): Promise<Ending> {
  let ending: Ending = { outcome: null, endsProcess: false };
  const program = buildProgram(commands, async (command, typed) => {
    ending = { outcome: null, endsProcess: command.endsProcess ?? false };
    if (command.part) {
      const { checkPart } = await import('./parts/check-part.ts');
      checkPart(command.part, typed.words);
    }
    const context = await contextOf(words, json, signal);
    const values = valuesOf(command, typed, context);
    ending = { ...ending, outcome: await command.run(values, context) };
  });
  try {
    await refuseUnknownCommand(program, words[0]);
    await program.parseAsync([...words], { from: 'user' });
    return ending;
  } catch (error) {
    return { ...ending, outcome: await outcomeOf(error) };
  }
}

async function contextOf(words: readonly string[], json: boolean, signal: AbortSignal): Promise<Context> {
  const [{ configSchema, projectHere }, { typedCommand }] = await Promise.all([
    import('./project-here.ts'),
    import('./typed-command.ts'),
  ]);
  const log = (line: string) => void process.stderr.write(`${printed(line)}\n`);
  const env = takeKeys();
  if (env.DEBUG) (await import('./turn-on-debug.ts')).turnOnDebug(env, log);
  const folder = process.cwd();
  const { project, config, options } = await projectHere(folder, commands);
  return {
    ...{ project, config, options, folder },
    configSchema: () => configSchema(commands),
    commands,
    env,
    signal,
    commandLine: typedCommand(words, env),
    json,
    print: json ? log : (line) => void process.stdout.write(`${printed(line)}\n`),
    log,
  };
}

async function outcomeOf(error: unknown): Promise<Outcome | null> {
  if (error instanceof CommanderError && error.exitCode === 0) return null;
  const { diskFault } = await import('../platform/errors/disk-fault.ts');
  const fault = diskFault(error);
  const message = fault ?? (error instanceof Error ? error.message : String(error));
  // Commander has already printed its own errors, with the help.
  if (error instanceof UserError || fault !== null) process.stderr.write(`${printed(message)}\n`);
  else if (!(error instanceof CommanderError))
    process.stderr.write(`${printed(String(error instanceof Error ? error.stack : error))}\n`);
  const exitCode = error instanceof CommanderError ? error.exitCode : userErrorExitCode;
  return { lines: [], exitCode, data: { error: { message, exitCode } } };
}

/** The first Ctrl-C ends the running episodes and saves; a second one leaves them to the watchdog. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => {
      isThrough ||= controller.signal.aborted;
      if (controller.signal.aborted) process.exit(interruptedExitCode);
      controller.abort();
    });
  return controller.signal;
}

/** Without a command the default one runs, so that commander takes an unknown one for its argument. */
async function refuseUnknownCommand(program: Commander, word: string | undefined): Promise<void> {
  const known = program.commands.map((command) => command.name());
  if (word === undefined || word.startsWith('-') || word === 'help' || known.includes(word)) return;
  const { thereIs } = await import('../platform/words/known-names.ts');
  throw new UserError(`unknown command "${word}"; ${thereIs(word, known)} (see --help)`);
}
