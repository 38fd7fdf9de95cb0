import { Command, CommanderError, Option } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { adapters } from './adapters/index.ts';
import { addSittingOptions, integer, toSittingOptions } from './cli-options.ts';
import { audit } from './run/audit.ts';
import { buildSite } from './run/build-site.ts';
import { checkEverything } from './run/check.ts';
import { doctor } from './run/doctor.ts';
import { exitCodeOf, interruptedExitCode } from './run/exit-code.ts';
import { newTask } from './run/new-task.ts';
import { planSitting } from './run/plan-sitting.ts';
import { playSitting } from './run/play-sitting.ts';
import { projectFolder } from './run/project-folder.ts';
import { align } from './run/reporters/table.ts';
import { diffServer } from './run/servers-diff.ts';
import type { SittingOptions } from './run/sitting.ts';
import { verifyFolder } from './run/verify.ts';
import { describeOrigin, servers } from './servers/index.ts';
import { noPatternCheck, readSuites } from './task/read-tasks.ts';
import { UserError } from './user-error.ts';

const userErrorExitCode = 2;
const interrupt = new AbortController();

const program = new Command('harness')
  .description(
    'Plays the tasks of the benchmark on a real browser through an MCP browser server, and judges them.',
  )
  .version(packageJson.version)
  .showHelpAfterError()
  .exitOverride();

addSittingOptions(
  program
    .command('run', { isDefault: true })
    .description('play, append to results/<sha>.json, print the table (default)'),
).action(async (flags) => {
  process.exitCode = await sit(toSittingOptions(flags, process.env));
});

addSittingOptions(
  program.command('start').description('play, append, then build the site and say how to look at it'),
).action(async (flags) => {
  const played = await sit({ ...toSittingOptions(flags, process.env) });
  const built = played === interruptedExitCode ? played : await buildSite();
  process.exitCode = played || built;
});

const bench = program.command('bench').description('play one suite and write under --out only');
for (const [name, suite, openchromeNames] of [
  ['webvoyager', 'webvoyager', false],
  ['episode', 'fixtures', true],
] as const) {
  addSittingOptions(bench.command(name).description(`the ${suite} suite, or your own --tasks`)).action(
    async (flags) => {
      const options = toSittingOptions(flags, process.env);
      process.exitCode = await sit({
        ...options,
        suites: options.suites.length > 0 ? options.suites : [suite],
        save: false,
        openchromeNames,
      });
    },
  );
}

const list = program.command('list').description('say what there is');
list
  .command('tasks')
  .description('every task of every suite')
  .action(async () => {
    const { tasks } = await readSuites(`${projectFolder}/tasks`, noPatternCheck);
    print(align(tasks.map(({ suite, task }) => [suite, task.id, task.title])));
  });
list
  .command('servers')
  .description('the servers under test')
  .action(() => {
    print(align(servers.map((server) => [server.id, server.title, describeOrigin(server)])));
  });
list
  .command('adapters')
  .description('what can decide the tool calls')
  .action(() => {
    print(align(adapters.map(({ id, summary }) => [id, summary])));
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
      const { lines, well } = await audit(
        {
          server: flags.server,
          suites: flags.suite ? [flags.suite] : [],
          taskIds: flags.task?.split(',') ?? [],
          workers: flags.workers,
          out: flags.out,
          mutate: flags.mutate ?? false,
          docs: flags.docs ?? null,
        },
        { env: process.env, signal: interrupt.signal, tell: (line) => process.stderr.write(`${line}\n`) },
      );
      print(lines);
      process.exitCode = well ? 0 : 1;
    },
  );

program
  .command('check')
  .description('every task, transcript, result and reference valid')
  .option('--tasks <path>', 'a task file or a folder of them, instead of the suites')
  .option('--transcripts <folder>', 'a folder of transcripts, instead of transcripts/')
  .action(async ({ tasks, transcripts }: { tasks?: string; transcripts?: string }) => {
    const { checked, mistakes } = await checkEverything({
      tasks: tasks ?? null,
      transcripts: transcripts ?? null,
    });
    if (mistakes.length > 0) throw new UserError(mistakes.join('\n'));
    print([checked]);
  });

program
  .command('verify <folder>')
  .description("judge a run's saved facts again and compare with what was stored and committed")
  .option('--sha <commit>', 'the results file to compare with; without it HEAD, where it has the run')
  .option('--tasks <path>', 'your own task file or folder, instead of the suites')
  .action(async (folder: string, { sha, tasks }: { sha?: string; tasks?: string }) => {
    const results = `${projectFolder}/results`;
    const { lines, findings } = await verifyFolder(
      { folder, sha: sha ?? null, tasks: tasks ?? null, results },
      process.env,
    );
    print([...findings, ...lines]);
    process.exitCode = findings.length > 0 ? 1 : 0;
  });

program
  .command('servers')
  .description('look after the servers under test')
  .command('diff <server>')
  .description('compare its tools with those that its transcripts were recorded with')
  .option('--server-command <line>', 'of any other server: its command line with {endpoint} or {port}')
  .option('--transcripts <folder>', 'where <server>/tools.json is', `${projectFolder}/transcripts`)
  .action(async (id: string, flags: { serverCommand?: string; transcripts: string }) => {
    const { lines, equal } = await diffServer(
      { id, command: flags.serverCommand ?? null, transcripts: flags.transcripts },
      process.env,
    );
    print(lines);
    process.exitCode = equal ? 0 : 1;
  });

program
  .command('doctor')
  .description('what this machine has of what the harness needs')
  .action(async () => {
    const { lines, well } = await doctor(process.env);
    print(lines);
    process.exitCode = well ? 0 : userErrorExitCode;
  });

program
  .command('new')
  .description('make something new')
  .command('task <id>')
  .description('write a task file to start from')
  .option('--folder <folder>', 'where to write it', '.')
  .action(async (id: string, { folder }: { folder: string }) => {
    print([await newTask(id, folder)]);
  });

async function sit(options: SittingOptions): Promise<number> {
  const sitting = await planSitting(options, process.env);
  const commandLine = `npm run harness -- ${process.argv.slice(2).join(' ')}`.trim();
  const end = await playSitting(sitting, { signal: interrupt.signal, commandLine });
  return exitCodeOf(end);
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
