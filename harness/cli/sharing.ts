import type { Command } from 'commander';
import { merge } from '../merge/merge.ts';
import { publish } from '../publish/publish.ts';
import { thisProject } from './this-project.ts';

type Output = {
  print: (lines: readonly string[]) => void;
  log: (line: string) => void;
  commandLine: () => string;
};

/** Adds the commands that bring results of several machines together. */
export function addSharingCommands(program: Command, { print, log, commandLine }: Output): void {
  program
    .command('merge <folder...>')
    .description('make one run of the --out folders of all shards, and append it to results/<sha>.json')
    .option('--out <folder>', 'where the reports and artefacts of the merged run go', 'reports/merged')
    .option('--no-save', 'append nothing to results/')
    .action(async (folders: string[], { out, save }: { out: string; save: boolean }) => {
      const options = { folders, out, save };
      const { lines, exitCode } = await merge(
        { project: thisProject, ...options },
        { env: process.env, commandLine: commandLine() },
      );
      print(lines);
      process.exitCode = exitCode;
    });

  program
    .command('publish')
    .description('commit results/ on top of a branch of the remote, and push it without force')
    .option('--branch <name>', 'the branch, made where there is none', 'main')
    .option('--remote <name>', 'a remote of the checkout, or a URL', 'origin')
    .action(async ({ branch, remote }: { branch: string; remote: string }) => {
      const { lines, ok } = await publish({ folder: thisProject.root, branch, remote }, log);
      print(lines);
      process.exitCode = ok ? 0 : 1;
    });
}
