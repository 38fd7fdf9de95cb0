import { type Command, InvalidArgumentError } from 'commander';
import { gate } from '../gate/gate.ts';
import { servers } from '../servers/index.ts';
import { thisProject } from './this-project.ts';

type GateFlags = {
  base?: string | false;
  server?: string;
  out?: string;
  transcripts?: string;
  maxSlowdown?: number;
};

/** Adds the command that says whether a commit may land. */
export function addGateCommand(program: Command, print: (lines: readonly string[]) => void): void {
  program
    .command('gate')
    .description('judge the replays of this commit by results/baseline.json, and what became of the base')
    .option('--base <ref>', 'what to compare with (default: origin/$GITHUB_BASE_REF, else the parent commit)')
    .option('--no-base', 'compare with nothing: the runs alone are judged')
    .option('--server <id>', 'the server whose replays are judged (default: that of the baseline)')
    .option('--out <folder>', 'judge the run saved there, its facts too, in place of results/')
    .option('--transcripts <folder>', 'your own transcripts, <server>/<task>.jsonl or flat, looked at first')
    .option(
      '--max-slowdown <factor>',
      'fail where the tasks take longer than at the base by this factor',
      factor,
    )
    .addHelpText(
      'after',
      '\nexit code: 0 passed; 1 failed, every reason is said; 2 a mistake in how it was called',
    )
    .action(async (flags: GateFlags) => {
      const { lines, passed } = await gate(
        {
          servers,
          base: flags.base ?? null,
          server: flags.server ?? null,
          out: flags.out ?? null,
          transcripts: flags.transcripts ?? null,
          maxSlowdown: flags.maxSlowdown ?? null,
        },
        thisProject,
        process.env,
      );
      print(lines);
      process.exitCode = passed ? 0 : 1;
    });
}

function factor(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value) && value >= 1) return value;
  throw new InvalidArgumentError(`found "${text}"; allowed is a number of at least 1.`);
}
