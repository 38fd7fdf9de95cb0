import { runFlags } from '../../run/plan-options.ts';
import { defineCommand } from './command.ts';

export const record = defineCommand({
  name: 'record',
  summary:
    'play tasks and write a transcript of each task that passes. The default adapter is oracle, which plays the reference solutions. Nothing is appended to results/',
  arguments: {},
  options: runFlags,
  run: async (values, context) => {
    const { play } = await import('../play.ts');
    const { toPlanOptions } = await import('../to-plan-options.ts');
    return play(
      { ...toPlanOptions(values, context, { adapter: 'oracle' }), record: true, save: false },
      context,
    );
  },
});
