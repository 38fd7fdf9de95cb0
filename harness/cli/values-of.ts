import path from 'node:path';
import type { Flag } from '../platform/flags.ts';
import type { Typed } from './build-program.ts';
import type { Command, Context } from './commands/command.ts';

/** The values of a command: typed, else from the configuration, else its own defaults. */
export function valuesOf(
  command: Pick<Command, 'arguments' | 'options'>,
  { words, values }: Typed,
  { project, folder, config, options }: Pick<Context, 'project' | 'folder' | 'config' | 'options'>,
): Record<string, unknown> {
  const configured = options[words] ?? {};
  return Object.fromEntries([
    ...Object.entries(command.arguments).map(([name, { fallback }]) => [name, values[name] ?? fallback]),
    ...Object.entries(command.options).map(([name, flag]) => [
      name,
      values[name] ?? parsed(flag, configured[name]) ?? usual(flag),
    ]),
  ]);

  function usual({ fallback, ofProject }: Flag<unknown>): unknown {
    if (ofProject === 'reports') return path.relative(folder, project.reports);
    const [first] = ofProject === 'server' ? (config.servers ?? []) : [];
    return typeof first === 'object' ? first.id : (first ?? fallback);
  }
}

/** A value that a command parses is also a text in a configuration. */
function parsed({ takes, parse, fallback }: Flag<unknown>, configured: unknown): unknown {
  return takes?.kind === 'like' && parse && typeof configured === 'string'
    ? parse(configured, fallback)
    : configured;
}
