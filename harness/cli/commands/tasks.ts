import { on, text } from '../../platform/flags.ts';
import { type CommandGroup, defineCommand } from './command.ts';

export const tasks: CommandGroup = {
  name: 'tasks',
  summary: 'what is asked of an agent',
  commands: [
    defineCommand({
      name: 'print',
      summary: 'the tasks of a suite as JSON: goal, start, limits, contract',
      arguments: {},
      options: {
        suite: text('<name>', 'the suite (default: every one)'),
        seed: text('<n>', 'the world that templates are made in; with commas for several'),
        check: on('print nothing; fail where a lock of instances is not what its templates make'),
        write: on('write that lock, tasks/<suite>/instances.json'),
      },
      run: async ({ suite, seed, check, write }, { project, log }) => {
        const { printTasks } = await import('../../task/templates/print-tasks.ts');
        const { seedsOf } = await import('../../run/plan.ts');
        const seeds = seed === null ? null : seedsOf(seed);
        const {
          tasks: printed,
          stale,
          lines,
          note,
        } = await printTasks({ project, suite, seeds, check, write });
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
