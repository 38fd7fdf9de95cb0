import { runFlags } from '../../../run/plan-options.ts';
import { defineCommand } from '../command.ts';
import { addressOfQueue, queueOption } from './queue.ts';

export const enqueue = defineCommand({
  name: 'enqueue',
  summary:
    'put the episodes into a queue, wait until the workers have played them, and append the run to results/<sha>.json',
  // BullMQ keeps asking for a Redis that is gone.
  endsProcess: true,
  part: 'queue',
  arguments: {},
  options: { queue: queueOption, ...runFlags },
  run: async ({ queue, ...values }, context) => {
    const { enqueue: play } = await import('../../../run/queue/enqueue.ts');
    const { withoutPassword } = await import('../../../run/queue/open-redis.ts');
    const { playedOutcome } = await import('../../play.ts');
    const { toPlanOptions } = await import('../../to-plan-options.ts');
    const options = toPlanOptions(values, context);
    const { folder, env, signal, commandLine, log } = context;
    const end = await play(options, {
      url: addressOfQueue(queue, env),
      folder,
      env,
      signal,
      commandLine: withoutPassword(commandLine),
      log: log,
    });
    return playedOutcome(end, options);
  },
});
