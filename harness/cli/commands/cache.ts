import { text } from '../../platform/flags.ts';
import { type CommandGroup, defineCommand } from './command.ts';

const here = defineCommand({
  name: 'list',
  summary:
    'list what lies in the cache folder (browser, agents, pages, weights, runtime) with its size. The command cache without a subcommand has the same effect',
  isDefault: true,
  arguments: {},
  options: {},
  run: async (_, { env }) => {
    const { cacheParts } = await import('../../platform/files/cache-parts.ts');
    const { cacheFolder } = await import('../../platform/files/cache-folder.ts');
    const { align } = await import('../../platform/words/columns.ts');
    const { formatBytes } = await import('../../platform/words/format.ts');
    const parts = await cacheParts(env);
    const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    return {
      lines: [
        `${cacheFolder(env)}: ${formatBytes(total)}`,
        ...align(parts.map(({ name, bytes }) => [name, formatBytes(bytes)])),
      ],
      exitCode: 0,
      data: { folder: cacheFolder(env), bytes: total, parts },
    };
  },
});

const clean = defineCommand({
  name: 'clean',
  summary: 'remove a part of the cache, which the next command that needs it fetches again',
  afterHelp:
    '\nThe names are those of `cache list`. A folder with several entries is removed with all of them: --part weights',
  arguments: {},
  options: {
    part: text(
      '<name>',
      'the entry to remove, or the folder of several entries (default: nothing is removed)',
    ),
  },
  run: async ({ part }, { env }) => {
    const { cacheParts, removePart } = await import('../../platform/files/cache-parts.ts');
    const { formatBytes } = await import('../../platform/words/format.ts');
    const { UserError } = await import('../../platform/errors/user-error.ts');
    const { thereIs } = await import('../../platform/words/known-names.ts');
    const parts = await cacheParts(env);
    const names = parts.map(({ name }) => name);
    if (part === null)
      throw new UserError(
        `cache clean: --part is missing; ${names.length > 0 ? thereIs('', names) : 'the cache is empty'}`,
      );
    const chosen = parts.filter(({ name }) => name === part || name.startsWith(`${part}/`));
    if (chosen.length === 0)
      throw new UserError(`cache clean: unknown part "${part}"; ${thereIs(part, names)}`);
    for (const each of chosen) await removePart(each);
    return {
      lines: chosen.map(({ name, bytes }) => `removed: ${name}, ${formatBytes(bytes)}`),
      exitCode: 0,
      data: { removed: chosen },
    };
  },
});

export const cache: CommandGroup = {
  name: 'cache',
  summary: 'list and clean the cache folder',
  commands: [here, clean],
};
