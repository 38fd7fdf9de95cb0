import { on, text } from '../../platform/flags.ts';
import { type CommandGroup, defineCommand } from './command.ts';

export const tasks: CommandGroup = {
  name: 'tasks',
  summary: 'print the tasks',
  commands: [
    defineCommand({
      name: 'print',
      summary: 'print the tasks of a suite as JSON: goal, start URL, limits, contract',
      arguments: {},
      options: {
        suite: text('<name>', 'the suite (default: every suite)'),
        seed: text('<n>', 'the seed of the tasks from templates; use commas for several'),
        check: on(
          'print nothing; exit 1 if a list of instances (tasks/<suite>/instances.json) differs from the instances that the templates make now',
        ),
        write: on('write tasks/<suite>/instances.json anew'),
      },
      run: async ({ suite, seed, check, write }, { project, env, log }) => {
        const { printTasks } = await import('../../task/templates/print-tasks.ts');
        const { openedPages } = await import('../../run/pages/opened-pages.ts');
        const { seedsOf } = await import('../../run/plan.ts');
        const seeds = seed === null ? null : seedsOf(seed);
        const {
          tasks: printed,
          stale,
          lines,
          note,
        } = await printTasks({
          openPages: openedPages(project),
          ...{ project, suite, seeds, check, write, env },
        });
        if (note !== null) log(note);
        return {
          lines: check || write ? lines : [JSON.stringify(printed, null, 2)],
          exitCode: stale ? 1 : 0,
          data: printed,
        };
      },
    }),
  ],
};
