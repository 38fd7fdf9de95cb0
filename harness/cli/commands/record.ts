import { runFlags } from '../../run/plan-options.ts';
import { defineCommand } from './command.ts';

export const record = defineCommand({
  name: 'record',
  summary:
    'write the transcripts of a server. The oracle (the agent that plays the reference solutions) plays the tasks, or another --adapter does. Nothing is appended to results/',
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
