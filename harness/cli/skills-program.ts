import { mkdir, open, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Command, CommanderError, Option } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { UserError } from '../errors/user-error.ts';
import { loadConfig } from '../skills/load-config.ts';
import {
  Gate,
  gateFailure,
  junit,
  parseSkillRun,
  reportTable,
  runTable,
  skillReport,
} from '../skills/report.ts';
import { runSuite } from '../skills/run-suite.ts';
import { thisProject } from './this-project.ts';

/** SkillVault's codes, and one for the gate. */
const exitCodes = { usage: 1, badInput: 2, gate: 3, interrupted: 130 } as const;

const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () =>
    interrupt.signal.aborted ? process.exit(exitCodes.interrupted) : interrupt.abort(),
  );

const program = new Command('skills')
  .description('Does a skill help? The same tasks with and without it.')
  .version(packageJson.version)
  .showHelpAfterError()
  .exitOverride();

const format = () =>
  new Option('--format <format>', 'what is printed').choices(['json', 'table']).default('table');

program
  .command('run')
  .description('run a suite under its conditions')
  .requiredOption('--config <file>', 'the suite, YAML or JSON')
  .addOption(format())
  .option('--out <file>', 'where the whole record goes, as JSON')
  .option('--deterministic', 'the same bytes each time: no clock, no durations, no excerpts')
  .option(
    '--gate <gate>',
    'no-regression, significant or min-pass-rate=<0..1>; exit 3 where it does not hold',
  )
  .option('--junit <file>', 'where a JUnit report goes')
  .option('--strict', 'unknown keys are mistakes')
  .option('--placebo', 'also run a condition whose text says nothing (suites of episode tasks)')
  .option('--allow-leak', 'go on where a bundle holds what a contract looks for, and record it')
  .action(
    async (flags: {
      config: string;
      format: 'json' | 'table';
      out?: string;
      deterministic?: true;
      gate?: string;
      junit?: string;
      strict?: true;
      placebo?: true;
      allowLeak?: true;
    }) => {
      const gate = flags.gate === undefined ? null : parseGate(flags.gate);
      for (const file of [flags.out, flags.junit]) if (file !== undefined) await checkWritable(file);
      const loaded = await loadConfig(flags.config, { strict: flags.strict ?? false });
      for (const warning of loaded.warnings) tell(`warning: ${warning}`);
      const run = await runSuite(loaded, {
        project: thisProject,
        deterministic: flags.deterministic ?? loaded.config.execution.deterministic,
        placebo: flags.placebo ?? false,
        allowLeak: flags.allowLeak ?? false,
        signal: interrupt.signal,
        onProgress: ({ done, total, result }) =>
          tell(
            `${done}/${total} ${result.condition_id} ${result.task_id}: ${result.passed ? 'passed' : result.error_category}`,
          ),
      });
      const json = `${JSON.stringify(run, null, 2)}\n`;
      if (flags.out !== undefined) await writeFile(flags.out, json);
      if (flags.junit !== undefined) await writeFile(flags.junit, junit(run));
      process.stdout.write(flags.format === 'json' ? json : runTable(run));
      if (run.incomplete) {
        process.exitCode = exitCodes.interrupted;
        return;
      }
      const failure = gate && gateFailure(run, gate);
      if (failure) {
        tell(`gate ${flags.gate}: ${failure}`);
        process.exitCode = exitCodes.gate;
      }
    },
  );

program
  .command('report')
  .description('the report of a stored run, its numbers computed anew')
  .requiredOption('--input <file>', 'a run, as `run --out` wrote it')
  .addOption(format())
  .option('--out <file>', 'where it goes instead of standard output')
  .action(
    async ({ input, format: wanted, out }: { input: string; format: 'json' | 'table'; out?: string }) => {
      if (out !== undefined) await checkWritable(out);
      const text = await readFile(input, 'utf8').catch((error: NodeJS.ErrnoException) => {
        throw new UserError(`--input ${input}: cannot be read (${error.code})`);
      });
      const report = skillReport(parseSkillRun(text, input));
      const shown = wanted === 'json' ? `${JSON.stringify(report, null, 2)}\n` : reportTable(report);
      if (out === undefined) process.stdout.write(shown);
      else await writeFile(out, shown);
    },
  );

program
  .command('validate')
  .description('all mistakes of a suite at once')
  .requiredOption('--config <file>', 'the suite, YAML or JSON')
  .option('--strict', 'unknown keys are mistakes')
  .action(async ({ config: file, strict }: { config: string; strict?: true }) => {
    const { config, warnings } = await loadConfig(file, { strict: strict ?? false });
    for (const warning of warnings) tell(`warning: ${warning}`);
    process.stdout.write(
      `${file}: ${config.tasks.length} tasks under ${config.conditions.length} conditions, valid\n`,
    );
  });

function parseGate(text: string): Gate {
  const parsed = Gate.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new CommanderError(
    exitCodes.usage,
    'gate',
    `--gate: found "${text}"; allowed are no-regression, significant, min-pass-rate=<0..1>`,
  );
}

/** Nothing is run whose result could not be kept. */
async function checkWritable(file: string): Promise<void> {
  try {
    await mkdir(path.dirname(file), { recursive: true });
    if ((await stat(file).catch(() => null))?.isDirectory()) throw new Error('is a folder');
    await (await open(file, 'a')).close();
  } catch (error) {
    throw new UserError(`${file}: cannot be written (${error instanceof Error ? error.message : error})`);
  }
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Runs the command of this process; the only place that prints errors and sets the exit code. */
export async function runSkillsCommandLine(): Promise<void> {
  process.stdout.on('error', () => {});
  try {
    // SkillVault's own command line says `bench` first.
    const words = process.argv.slice(2);
    await program.parseAsync(words[0] === 'bench' ? words.slice(1) : words, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage;
      if (error.code === 'gate') tell(error.message);
    } else {
      process.exitCode = exitCodes.badInput;
      tell(error instanceof UserError ? error.message : String(error instanceof Error ? error.stack : error));
    }
  }
}
