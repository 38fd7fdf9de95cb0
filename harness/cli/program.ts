import { Command, CommanderError, Option } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { audit } from '../audit/audit.ts';
import { UserError } from '../errors/user-error.ts';
import { describePlan } from '../run/describe-plan.ts';
import { exitCodeOf, interruptedExitCode } from '../run/exit-code.ts';
import { freeze } from '../run/freeze.ts';
import { makePlan } from '../run/make-plan.ts';
import type { PlanOptions } from '../run/plan.ts';
import { playPlan } from '../run/play-plan.ts';
import { preflight } from '../run/preflight.ts';
import { buildSite } from './build-site.ts';
import { addGateCommand } from './gate.ts';
import { addLookingCommands, userErrorExitCode } from './looking.ts';
import { addQueueCommands } from './queue.ts';
import { addPlanOptions, integer, toPlanOptions } from './run-options.ts';
import { addSharingCommands } from './sharing.ts';
import { thisProject } from './this-project.ts';

const interrupt = new AbortController();

const program = new Command('harness')
  .description(
    'Plays the tasks of the benchmark on a real browser through an MCP browser server, and judges them.',
  )
  .version(packageJson.version)
  .showHelpAfterError()
  .exitOverride();

addPlanOptions(
  program
    .command('run', { isDefault: true })
    .description('play, append to results/<sha>.json, print the table (default)'),
).action(async (flags) => {
  process.exitCode = await sit(toPlanOptions(flags, process.env));
});

addPlanOptions(
  program.command('start').description('play, append, then build the site and say how to look at it'),
).action(async (flags) => {
  const played = await sit({ ...toPlanOptions(flags, process.env) });
  const built = played === interruptedExitCode ? played : await buildSite();
  process.exitCode = played || built;
});

const bench = program.command('bench').description('play one suite and write under --out only');
for (const [name, suite, openchromeNames] of [
  ['webvoyager', 'webvoyager', false],
  ['episode', 'fixtures', true],
] as const) {
  const command = bench.command(name).description(`the ${suite} suite, or your own --tasks`);
  addPlanOptions(command)
    .option(
      '--real',
      'with a model (--adapter claude or openai), on the live web unless --web says otherwise',
    )
    .action(async (flags) => {
      const real = flags.real === true;
      const forReal = { web: 'live', ...(flags.dryRun ? { adapter: 'claude' } : {}) };
      const options = toPlanOptions(flags, process.env, real ? forReal : {});
      process.exitCode = await sit({
        ...options,
        suites: options.suites.length > 0 ? options.suites : [suite],
        save: false,
        openchromeNames,
        mustBeModel: real,
      });
    });
}

addPlanOptions(
  program
    .command('freeze')
    .description('play one task on the live web and record its pages as a HAR for --web har:<file>'),
).action(async (flags) => {
  const options = toPlanOptions(flags, process.env, { web: 'live' });
  const circumstances = { env: process.env, signal: interrupt.signal, commandLine: commandLine() };
  const { exitCode, file } = await freeze(options, circumstances);
  if (file) print([`frozen:  ${file}; replay it with: npm run harness -- --web har:${file}`]);
  process.exitCode = exitCode;
});

program
  .command('audit')
  .description('controls that must pass nothing, and the transcripts, which must pass everything')
  .option('--server <id>', 'the server to audit', 'playwright')
  .option('--suite <name>', 'only this suite')
  .option('--task <id>', 'only this task; with commas for several')
  .option('--workers <n>', 'episodes side by side', integer(1, 64), 3)
  .option('--out <folder>', 'where the artefacts go', 'reports/audit')
  .option('--mutate', 'also mutate facts and contracts, and report how many are noticed')
  .addOption(
    new Option('--docs <mode>', 'with --mutate: the table in docs/validity.md').choices(['write', 'check']),
  )
  .action(
    async (flags: {
      server: string;
      suite?: string;
      task?: string;
      workers: number;
      out: string;
      mutate?: true;
      docs?: 'write' | 'check';
    }) => {
      const { lines, ok } = await audit(
        {
          project: thisProject,
          server: flags.server,
          suites: flags.suite ? [flags.suite] : [],
          taskIds: flags.task?.split(',') ?? [],
          workers: flags.workers,
          out: flags.out,
          mutate: flags.mutate ?? false,
          docs: flags.docs ?? null,
        },
        { env: process.env, signal: interrupt.signal, log },
      );
      print(lines);
      process.exitCode = ok ? 0 : 1;
    },
  );

addLookingCommands(program, print);
addSharingCommands(program, { print, log, commandLine });
addQueueCommands(program, { signal: interrupt.signal, log, commandLine });
addGateCommand(program, print);

async function sit(options: PlanOptions): Promise<number> {
  const plan = await makePlan(options, process.env);
  if (options.dryRun) {
    print(describePlan(plan));
    return 0;
  }
  if (plan.adapter.spending) await preflight(plan, log);
  const end = await playPlan(plan, { signal: interrupt.signal, commandLine: commandLine() });
  return exitCodeOf({ ...end, strict: options.strict });
}

function commandLine(): string {
  return `npm run harness -- ${process.argv.slice(2).join(' ')}`.trim();
}

function log(line: string): void {
  process.stderr.write(`${line}\n`);
}

function print(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // The first one ends the episodes that are playing and saves; a second one leaves it to the watchdog.
  process.on(signal, () =>
    interrupt.signal.aborted ? process.exit(interruptedExitCode) : interrupt.abort(),
  );
}

/** Runs the command of this process; the only place that prints errors and sets the exit code. */
export async function runCommandLine(): Promise<void> {
  // Whoever reads our output may stop early (`| head`); the run goes on.
  process.stdout.on('error', () => {});
  try {
    refuseUnknownCommand(process.argv[2]);
    await program.parseAsync();
  } catch (error) {
    // Help and version come as errors too; commander has printed what there is to say.
    process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? 0 : userErrorExitCode;
    if (error instanceof UserError) process.stderr.write(`${error.message}\n`);
    else if (!(error instanceof CommanderError))
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  }
}

/** Without a command the default one runs, so that commander takes an unknown one for its argument. */
function refuseUnknownCommand(word: string | undefined): void {
  const known = program.commands.map((command) => command.name());
  if (word === undefined || word.startsWith('-') || word === 'help' || known.includes(word)) return;
  throw new UserError(`unknown command "${word}"; there is ${known.join(', ')} (see --help)`);
}
