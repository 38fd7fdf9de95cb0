import { findAdapter, modelAdapterNames } from '../agents/index.ts';
import { UserError } from '../platform/errors/user-error.ts';
import type { Context } from './commands/command.ts';
import type { RunValues } from './run-options.ts';

const ofModels = [
  ...['model', 'effort', 'maxUsd', 'maxTokens', 'maxUsdTotal', 'keyFile', 'recordModel', 'strict'],
  ...['priceIn', 'priceOut', 'priceCacheWrite', 'priceCacheRead'],
] as const;

/**
 * Whoever types a flag expects it to do something. What a configuration says of every run may have nothing to do in
 * this one. Throws `UserError` for a flag that would do nothing.
 */
export function refuseIdleFlags(
  values: RunValues,
  adapter: string,
  { config, options }: Pick<Context, 'config' | 'options'>,
): void {
  if (values.script !== null && adapter !== 'script')
    throw new UserError(`--script: the calls of --adapter script; found --adapter ${adapter}`);
  const [first = 'playwright'] = config.servers ?? [];
  if (
    values.serverCommand !== null &&
    isTyped('server') &&
    values.server !== (typeof first === 'object' ? first.id : first)
  )
    throw new UserError(
      `--server ${values.server} and --server-command: choose one of them; the name of a command is --server-id`,
    );
  if (values.tasks !== null && values.suite.length > 0)
    throw new UserError(
      `--suite ${values.suite.join(',')} and --tasks: your own tasks are of no suite; choose one of them`,
    );
  const web = values.web ?? 'hermetic';
  if (isTyped('webRoot') && web !== 'hermetic')
    throw new UserError(`--web-root: the pages of the hermetic web; found --web ${web}`);
  const idle = ofModels.find(isTyped);
  const asksModel = values.agent !== null || values.agentCommand !== null;
  if (idle !== undefined && !asksModel && findAdapter(adapter).kind !== 'model')
    throw new UserError(
      `${flagOf(idle)}: it is for a model, and --adapter ${adapter} asks none; choose --adapter ${modelAdapterNames}, or an --agent`,
    );

  function isTyped(name: keyof RunValues): boolean {
    const value = values[name];
    if (value === null || value === false) return false;
    return !Object.values(options).some((configured) => configured?.[name] === value);
  }
}

function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
