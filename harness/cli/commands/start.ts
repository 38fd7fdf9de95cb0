import { runOptions } from '../run-options.ts';
import { defineCommand } from './command.ts';

export const start = defineCommand({
  name: 'start',
  summary: 'play, append, then build the site and say how to look at it',
  arguments: {},
  options: runOptions,
  run: async (values, context) => {
    const { play } = await import('../play.ts');
    const { toPlanOptions } = await import('../to-plan-options.ts');
    const { buildSite } = await import('../build-site.ts');
    const played = await play(toPlanOptions(values, context), context);
    if (context.signal.aborted) return played;
    const built = await buildSite(context);
    return {
      lines: [...played.lines, ...built.lines],
      exitCode: played.exitCode || built.exitCode,
      data: { ...played.data, ...built.data },
    };
  },
});
