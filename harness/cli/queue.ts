import { type Command, InvalidArgumentError } from 'commander';
import { UserError } from '../errors/user-error.ts';
import { exitCodeOf } from '../run/exit-code.ts';
import { addPlanOptions, integer, toPlanOptions } from './run-options.ts';
import { thisProject } from './this-project.ts';

type Circumstances = {
  signal: AbortSignal;
  log: (line: string) => void;
  commandLine: () => string;
};

const addressOption = [
  '--queue <url>',
  'the Redis of the queue, redis://host:port (or CONTRACT_BENCH_QUEUE)',
] as const;

/** Adds the commands that play a run on any number of machines. BullMQ is loaded by them alone. */
export function addQueueCommands(program: Command, { signal, log, commandLine }: Circumstances): void {
  addPlanOptions(
    program
      .command('enqueue')
      .description(
        'put the episodes into a queue, wait for the workers, and append the one run that comes of it',
      )
      .option(...addressOption),
  ).action(async (flags) => {
    const { enqueue } = await import('../queue/enqueue.ts');
    const { withoutPassword } = await import('../queue/open-redis.ts');
    const options = toPlanOptions(flags, process.env);
    const end = await enqueue(options, {
      url: addressOf(flags.queue),
      env: process.env,
      signal,
      commandLine: withoutPassword(commandLine()),
      log,
    });
    // BullMQ goes on asking for a Redis that is gone.
    process.exit(exitCodeOf({ ...end, strict: options.strict }));
  });

  program
    .command('work')
    .description('play what is in a queue, until it is told to end')
    .option(...addressOption)
    .option('--workers <n>', 'episodes side by side', integer(1, 64), 1)
    .option('--rate <n/period>', 'requests to a model, of all workers together: 60/min, 2/s, 500/h', rateText)
    .option('--drain', 'end when for ten seconds there was nothing to play')
    .action(async (flags: { queue?: string; workers: number; rate?: string; drain?: true }) => {
      const { work } = await import('../queue/work.ts');
      const { parseRate } = await import('../queue/shared-rate.ts');
      const rate = flags.rate === undefined ? null : parseRate(flags.rate);
      const options = {
        project: thisProject,
        url: addressOf(flags.queue),
        workers: flags.workers,
        rate,
        drain: flags.drain ?? false,
      };
      await work(options, { env: process.env, signal, log });
      process.exit(0);
    });
}

function addressOf(flag: string | undefined): string {
  const address = flag ?? (process.env.CONTRACT_BENCH_QUEUE || null);
  if (address === null)
    throw new UserError('--queue: it is missing; give redis://host:port, or CONTRACT_BENCH_QUEUE');
  return address;
}

function rateText(text: string): string {
  if (/^[1-9]\d{0,5}\/(s|min|h)$/.test(text)) return text;
  throw new InvalidArgumentError(`found "${text}"; allowed is a number and a period: 60/min, 2/s, 500/h.`);
}
