import { measurements } from '../../experiments/measurements/index.ts';
import type { Measurement, Option } from '../../experiments/measurements/measurement.ts';
import { type Flag, integerOr, on, textOr, texts } from '../../platform/flags.ts';
import type { Command } from './command.ts';

type Common = { server: readonly string[]; write: boolean; check?: boolean };

/** Those of the measurements of servers that stand below this word of the command line; null: below none. */
export function measurementCommands(group: string | null): Command[] {
  return measurements.flatMap((measurement) => {
    const [name = '', below = null] = measurement.command.split(' ').reverse();
    return below === group ? [commandOf(name, measurement)] : [];
  });
}

function commandOf(name: string, measurement: Measurement): Command {
  const { summary, folder, isPerVersion, needsTokenizer, only, checks } = measurement;
  const own = Object.entries(measurement.options).map(([option, said]) => [option, flagOf(said)]);
  return {
    name,
    summary,
    ...(needsTokenizer && { part: 'tokens' }),
    arguments: {},
    options: {
      server: texts(
        '<id>',
        'only this server; repeat it or use commas for several (default: all installed servers)',
      ),
      ...(only && {
        [only.name]: texts('<id>', `only this ${only.name}; repeat it or use commas for several`),
      }),
      ...Object.fromEntries(own),
      write: on(
        `store the outcome in results/${folder}/${isPerVersion ? ', in one file for each version' : ''}`,
      ),
      ...(checks && { check: on(`exit 1 if ${checks} differs from the new one`) }),
    },
    run: async (values, { project, config, env, signal, log }) => {
      // What the flags above make of what was typed.
      const { server, write, check = false } = values as Common;
      const narrowed = only ? (values[only.name] as readonly string[]) : [];
      const { measureServers } = await import('../../experiments/measure-servers.ts');
      const { serverChoices } = await import('../server-choice.ts');
      const { lines, differences, records } = await measureServers(
        measurement,
        serverChoices(server, { config, project }),
        { project, env, signal, log, values, write, check, only: narrowed },
      );
      return {
        lines: [...lines, ...differences],
        exitCode: differences.length > 0 ? 1 : 0,
        data: checks ? { records, differences } : { records },
      };
    },
  };
}

function flagOf({ placeholder, summary, ...option }: Option): Flag<string> | Flag<number> {
  if ('min' in option) return integerOr(option.fallback, placeholder, summary, option);
  return textOr(option.fallback, placeholder, summary);
}
