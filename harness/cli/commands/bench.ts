import { on } from '../../platform/flags.ts';
import { runFlags } from '../../run/plan-options.ts';
import { type Command, type CommandGroup, defineCommand } from './command.ts';

export const bench: CommandGroup = {
  name: 'bench',
  summary: 'play one suite and write under --out only',
  commands: [
    benchOf({ name: 'webvoyager', suite: 'webvoyager', openchromeNames: false }),
    benchOf({ name: 'episode', suite: 'fixtures', openchromeNames: true }),
  ],
};

/** The names that the scripts of OpenChrome use. */
function benchOf({
  name,
  suite,
  openchromeNames,
}: {
  name: string;
  suite: string;
  openchromeNames: boolean;
}): Command {
  return defineCommand({
    name,
    summary: `play the suite ${suite}, or your own --tasks, and append nothing to results/`,
    arguments: {},
    options: {
      ...runFlags,
      real: on(
        'play with a model (`list adapters` shows which adapters use one), on the live web unless --web names another source',
      ),
    },
    run: async ({ real, ...values }, context) => {
      const { play } = await import('../play.ts');
      const { toPlanOptions } = await import('../to-plan-options.ts');
      const forReal = { web: 'live', ...(values.dryRun ? { adapter: 'claude' } : {}) };
      const options = toPlanOptions(values, context, real ? forReal : {});
      return play(
        {
          ...options,
          suites: options.suites.length > 0 ? options.suites : [suite],
          save: false,
          openchromeNames,
          mustBeModel: real,
        },
        context,
      );
    },
  });
}
