import type { Project } from '../../platform/project.ts';
import { runFlags } from '../../run/plan-options.ts';
import { defineCommand } from './command.ts';

export const start = defineCommand({
  name: 'start',
  ofRepository: true,
  summary: 'play the tasks, as the command `run` does, then build the site and print how to open it',
  arguments: {},
  options: runFlags,
  run: async (values, context) => {
    const { play } = await import('../play.ts');
    const { toPlanOptions } = await import('../to-plan-options.ts');
    const { buildSite } = await import('../build-site.ts');
    const options = toPlanOptions(values, context);
    const isNamed = options.suites.length + options.taskIds.length > 0 || options.tasks !== null;
    const suites = isNamed ? options.suites : await suitesThatStart(options.project);
    const played = await play({ ...options, suites }, context);
    if (context.signal.aborted) return played;
    const built = await buildSite({ out: null, base: null, url: null }, context);
    return {
      lines: [...played.lines, ...built.lines],
      exitCode: played.exitCode || built.exitCode,
      data: { ...played.data, ...built.data },
    };
  },
});

async function suitesThatStart({ suites: places, plays }: Project): Promise<string[]> {
  const { readSuites } = await import('../../task/read-suites.ts');
  const { noPatternCheck } = await import('../../task/read-tasks.ts');
  if (plays) return [...plays];
  const { suites } = await readSuites(places, noPatternCheck);
  return suites.flatMap(({ suite }) => (suite.starts && suite.gate !== 'none' ? [suite.id] : []));
}
