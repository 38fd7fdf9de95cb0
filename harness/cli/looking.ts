import type { Command } from 'commander';
import { adapters } from '../adapters/index.ts';
import { doctor } from '../doctor/doctor.ts';
import { diffServer } from '../doctor/servers-diff.ts';
import { UserError } from '../errors/user-error.ts';
import { checkRerecord } from '../github/check-rerecord.ts';
import { judgeReport } from '../github/judge-report.ts';
import { describeOrigin, servers } from '../servers/index.ts';
import { newTask } from '../task/new-task.ts';
import { noPatternCheck, readSuites } from '../task/read-tasks.ts';
import { checkEverything } from '../verify/check-files.ts';
import { verifyFolder } from '../verify/verify.ts';
import { align } from '../words/columns.ts';
import { integer } from './run-options.ts';
import { thisProject } from './this-project.ts';

/** Exit code for a mistake of the user. */
export const userErrorExitCode = 2;

/** Adds the commands that play nothing: they look at what is there, and say. */
export function addLookingCommands(program: Command, print: (lines: readonly string[]) => void): void {
  const list = program.command('list').description('say what there is');
  list
    .command('tasks')
    .description('every task of every suite')
    .action(async () => {
      const { tasks } = await readSuites(thisProject.tasks, noPatternCheck);
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
    .command('check')
    .description('every task, transcript, result and reference valid')
    .option('--tasks <path>', 'a task file or a folder of them, instead of the suites')
    .option('--transcripts <folder>', 'a folder of transcripts, instead of transcripts/')
    .action(async ({ tasks, transcripts }: { tasks?: string; transcripts?: string }) => {
      const { checked, mistakes } = await checkEverything({
        project: thisProject,
        tasks: tasks ?? null,
        transcripts: transcripts ?? null,
      });
      if (mistakes.length > 0) throw new UserError(mistakes.join('\n'));
      print([checked]);
    });

  program
    .command('check-rerecord')
    .description('whether the title of a pull request names exactly the tasks that it re-records')
    .requiredOption('--base <commit>', 'what the pull request is compared with')
    .requiredOption('--title <text>', 'its title')
    .action(async ({ base, title }: { base: string; title: string }) => {
      const { lines, ok } = await checkRerecord({ folder: thisProject.root, base, title });
      print(lines);
      process.exitCode = ok ? 0 : 1;
    });

  program
    .command('judge-report <report.json>')
    .description('whether enough tasks of a replay passed; in GitHub Actions also its summary and outputs')
    .option('--min-passed <n>', 'how many must pass (default: all)', integer(0, 100_000))
    .action(async (file: string, { minPassed }: { minPassed?: number }) => {
      const { lines, ok } = await judgeReport(file, minPassed ?? null, process.env);
      print(lines);
      process.exitCode = ok ? 0 : 1;
    });

  program
    .command('verify <folder>')
    .description("judge a run's saved facts again and compare with what was stored and committed")
    .option('--sha <commit>', 'the results file to compare with; without it HEAD, where it has the run')
    .option('--tasks <path>', 'your own task file or folder, instead of the suites')
    .action(async (folder: string, { sha, tasks }: { sha?: string; tasks?: string }) => {
      const { lines, findings } = await verifyFolder(
        { project: thisProject, folder, sha: sha ?? null, tasks: tasks ?? null },
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
    .option('--transcripts <folder>', 'where <server>/tools.json is', thisProject.transcripts)
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
      const { lines, ok } = await doctor(process.env);
      print(lines);
      process.exitCode = ok ? 0 : userErrorExitCode;
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
}
