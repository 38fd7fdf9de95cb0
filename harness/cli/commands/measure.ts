import { parts } from '../../experiments/parts/index.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { on, text, texts, word } from '../../platform/flags.ts';
import { shellWord, typedAs } from '../../platform/words/command-line.ts';
import { type Command, defineCommand } from './command.ts';

const cells = parts.flatMap(({ id, cell }) => (cell === undefined ? [] : `${id} (${cell})`));

export const measure = defineCommand({
  name: 'measure',
  summary: 'what one release of a server costs, can do and shows, part by part, without a model',
  afterHelp: `
<server> is an id of the list, alone (the pinned release) or with @<version>; an id of the configuration; or a command line with {endpoint}, {port} or {chromium}.
The parts are ${parts.map(({ id }) => id).join(', ')}. With cells: ${cells.join(', ')}.
exit code: 0 measured; 1 with --check, a stored part differs; 2 usage error`,
  part: 'tokens',
  arguments: { server: word('<server>') },
  options: {
    variant: text('<name>', 'a variant of the server: <id>+<name>'),
    serverId: text('<id>', 'the name of a server that is given by its command line (default: custom)'),
    only: texts(
      '<part>',
      'only this part; again or with commas for several (default: all that the server can be measured by)',
    ),
    cell: texts('<id>', 'only this cell of the one part in --only; nothing is stored'),
    write: on(
      'store the parts in results/servers/<id>[+<variant>]@<version>.json; other parts stay as they are',
    ),
    check: on(
      'install from the stored lockfile, measure again, and exit 1 if a stored part differs; times are left out',
    ),
  },
  run: async (
    { server, variant, serverId, only, cell, write, check },
    { project, config, env, signal, log },
  ) => {
    const { measureServer } = await import('../../experiments/measure-server.ts');
    const { serverChoice } = await import('../server-choice.ts');
    const isCommand = /[\s{/\\]/.test(server);
    if (variant !== null && isCommand)
      throw new UserError('--variant: a command line has no variants; write its arguments into it');
    const [id = '', version] = server.split('@');
    const asked = variant === null ? server : `${id}+${variant}${version === undefined ? '' : `@${version}`}`;
    const choice = serverChoice(
      { server: asked, serverCommand: isCommand ? server : null, serverId },
      { config, project },
    );
    const measured = await measureServer(choice, {
      ...{ project, env, signal, log, only, cells: cell, write, check },
    }).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
    if (!measured)
      return { lines: ['interrupted; nothing was stored'], exitCode: 130, data: { record: null } };
    const { lines, differences, written, record } = measured;
    for (const file of written) log(`written: ${file}`);
    const told = check
      ? [differences.length === 0 ? 'as stored' : 'differs from what is stored:', ...differences]
      : [];
    return {
      lines: check ? told : lines,
      exitCode: differences.length > 0 ? 1 : 0,
      data: check ? { record, differences } : { record },
    };
  },
});

/** A command of earlier versions, which names the command in its place. */
function moved(name: string, part: string, cell: string | null): Command {
  return defineCommand({
    name,
    summary: `moved: print the command in its place, servers measure <server> --only ${part}`,
    arguments: {},
    options: {
      server: texts('<id>', 'the server'),
      ...(cell === null ? {} : { [cell]: texts('<id>', `a ${cell}`) }),
      write: on('store the part'),
      check: on('compare it with the stored part'),
    },
    run: async (values) => {
      const { server, write, check } = values;
      // The flag above.
      const cells = cell === null ? [] : ((values as Record<string, unknown>)[cell] as readonly string[]);
      const words = [
        ...['--only', part],
        ...cells.flatMap((id) => ['--cell', id]),
        ...(write ? ['--write'] : []),
        ...(check ? ['--check'] : []),
      ];
      const asked = server.length === 0 ? ['<server>'] : server.map(shellWord);
      const typed = asked.map((id) => [typedAs, 'servers measure', id, ...words.map(shellWord)].join(' '));
      throw new UserError(`${name}: moved; type: ${typed.join('\n')}`);
    },
  });
}

export const movedMeasurements: readonly Command[] = [
  moved('capabilities', 'capabilities', 'capability'),
  moved('channels', 'exposure', null),
];
