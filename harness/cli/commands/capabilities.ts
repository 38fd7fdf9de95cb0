import { defaultWorkers } from '../../run/default-workers.ts';
import { integerOr, on, textOr, texts } from '../flags.ts';
import { defineCommand } from './command.ts';

export const capabilities = defineCommand({
  name: 'capabilities',
  part: 'tokens',
  summary:
    'what servers can do, each of the capabilities of the gym tried by their own tools, then by scripts',
  arguments: {},
  options: {
    server: texts(
      '<id>',
      'only this server; again or with commas for several (default: those that are here)',
    ),
    capability: texts('<id>', 'only this capability; again or with commas for several'),
    workers: integerOr(defaultWorkers, '<n>', 'episodes side by side', { min: 1, max: 64 }),
    out: textOr('reports/capabilities', '<folder>', 'where the artefacts go'),
    write: on('store what was found in results/capabilities/'),
    check: on('exit 1 where the verdict of a stored result is another one'),
  },
  run: async (
    { server: ids, capability, workers, out, write, check },
    { project, config, env, signal, log },
  ) => {
    const { measureCapabilitiesOf } = await import(
      '../../experiments/capabilities/measure-capabilities-of.ts'
    );
    const { serverChoices } = await import('../server-choice.ts');
    const { lines, differences, records } = await measureCapabilitiesOf(
      serverChoices(ids, { config, project }),
      {
        ...{ project, env, signal, log, workers, out, write, check },
        capabilities: capability,
      },
    );
    return {
      lines: [...lines, ...differences],
      exitCode: differences.length > 0 ? 1 : 0,
      data: { records, differences },
    };
  },
});
