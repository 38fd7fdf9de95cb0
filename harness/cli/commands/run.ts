import { runFlags } from '../../run/plan-options.ts';
import { defineCommand } from './command.ts';

export const run = defineCommand({
  name: 'run',
  summary:
    'play the tasks, append the results to results/<sha>.json, and print a table (the default command)',
  isDefault: true,
  arguments: {},
  options: runFlags,
  run: async (values, context) => {
    const { play } = await import('../play.ts');
    const { toPlanOptions } = await import('../to-plan-options.ts');
    return play(toPlanOptions(values, context), context);
  },
});
