import { integerOr, on, textLike } from '../../../platform/flags.ts';
import { defaultWorkers } from '../../../run/default-workers.ts';
import { defineCommand } from '../command.ts';
import { addressOfQueue, queueOption } from './queue.ts';

export const work = defineCommand({
  name: 'work',
  summary: 'play the episodes of a queue until this process is stopped',
  endsProcess: true,
  part: 'queue',
  arguments: {},
  options: {
    queue: queueOption,
    workers: integerOr(defaultWorkers, '<n>', 'the number of parallel episodes', { min: 1, max: 64 }),
    rate: textLike(
      /^[1-9]\d{0,5}\/(s|min|h)$/,
      'a number and a period: 60/min, 2/s, 500/h',
      '<n/period>',
      'the maximum rate of requests to a model from all workers together, such as 60/min, 2/s or 500/h',
    ),
    drain: on('end if there was no episode to play for ten seconds'),
  },
  run: async ({ queue, workers, rate, drain }, { project, config, env, signal, log }) => {
    const { serverChoice } = await import('../../server-choice.ts');
    const { work: play } = await import('../../../run/queue/work.ts');
    const { parseRate } = await import('../../../run/queue/shared-rate.ts');
    await play(
      {
        project,
        serverOf: (server) =>
          serverChoice({ server, serverCommand: null, serverId: null }, { config, project }),
        url: addressOfQueue(queue, env),
        workers,
        rate: rate === null ? null : parseRate(rate),
        drain,
      },
      { env, signal, log: log },
    );
    return { lines: [], exitCode: 0, data: {} };
  },
});
