import { runFlags } from '../../run/plan-options.ts';
import { defineCommand } from './command.ts';

export const freeze = defineCommand({
  name: 'freeze',
  summary:
    'play one task on the live web and save its pages in a HAR file, which --web har:<file> serves later',
  arguments: {},
  options: runFlags,
  run: async (values, context) => {
    const { freeze: play } = await import('../../run/freeze.ts');
    const { toPlanOptions } = await import('../to-plan-options.ts');
    const { shellWord } = await import('../../platform/words/command-line.ts');
    const { typedAs } = await import('../../platform/words/command-line.ts');
    const { exitCode, file } = await play(toPlanOptions(values, context, { web: 'live' }), context);
    const lines =
      file === null
        ? []
        : [`frozen:  ${file}. To play on these pages, type: ${typedAs} --web ${shellWord(`har:${file}`)}`];
    return { lines, exitCode, data: { file } };
  },
});
