import { parts } from '../../experiments/parts/index.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { integer, on, optionalWord, text, texts } from '../../platform/flags.ts';
import { shellWord, typedAs } from '../../platform/words/command-line.ts';
import { type Command, defineCommand } from './command.ts';

const cells = parts.flatMap(({ id, cell }) => (cell === undefined ? [] : `${id} (${cell})`));

export const measure = defineCommand({
  name: 'measure',
  summary: 'measure one release of a server, part by part and without a model',
  afterHelp: `
[server] is the id of a known server (its pinned release), <id>@<version> for another release, the id of a server in the configuration, or a command line that contains {endpoint}, {port} or {chromium}.
The parts are ${parts.map(({ id }) => id).join(', ')}. Some parts have cells: ${cells.join(', ')}.
--new measures the releases that harness/experiments/releases/wanted-releases.ts names and that have parts without a record. [server] is then the id of a known server; without it, --new measures releases of all servers. Each part is stored at once, so the same command continues after an interruption.
exit code: 0 if the server was measured; 1 with --check, if a stored part differs, or with --new, if a wanted release is left; 2 for an invalid command line`,
  part: 'tokens',
  arguments: { server: optionalWord('[server]') },
  options: {
    variant: text('<name>', 'a variant of the server: <id>+<name>'),
    serverId: text('<id>', 'the name of a server that is given by its command line (default: custom)'),
    only: texts(
      '<part>',
      'only this part; repeat it or use commas for several (default: every part that the server supports)',
    ),
    cell: texts('<id>', 'only this cell of the part that --only names; nothing is stored'),
    write: on(
      'store the parts in results/servers/<id>[+<variant>]@<version>.json; the other stored parts do not change',
    ),
    check: on(
      'install from the stored lockfile, measure again, and exit 1 if a stored part differs; times are not compared',
    ),
    new: on('measure the wanted releases that are not measured, and store them'),
    last: integer('<n>', 'with --new: only the newest n wanted releases of each server', {
      min: 1,
      max: 1000,
    }),
    plan: on('with --new: only list the releases and parts to measure'),
  },
  run: async (values, context) => {
    const { server, variant, serverId, only, cell, write, check, last, plan } = values;
    const { project, config, env, signal, log } = context;
    refuseCombination(values);
    if (values.new || server === null) {
      const { measureNewReleases } = await import('../measure-new.ts');
      return measureNewReleases({ server, last, only, plan }, context);
    }
    const { measureServer } = await import('../../experiments/measure-server.ts');
    const { serverChoice } = await import('../server-choice.ts');
    const isCommand = /[\s{/\\]/.test(server);
    if (variant !== null && isCommand)
      throw new UserError('--variant: a command line has no variants; add the arguments to the command line');
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
      return {
        lines: [`interrupted; ${write ? 'the parts that were measured are stored' : 'nothing was stored'}`],
        exitCode: 130,
        data: { record: null },
      };
    const { lines, differences, written, record } = measured;
    for (const file of written) log(`written: ${file}`);
    const told = check
      ? [
          differences.length === 0 ? 'equal to the stored record' : 'differs from the stored record:',
          ...differences,
        ]
      : [];
    return {
      lines: check ? told : lines,
      exitCode: differences.length > 0 ? 1 : 0,
      data: check ? { record, differences } : { record },
    };
  },
});

type Combined = { server: string | null; new: boolean; last: number | null; plan: boolean } & {
  variant: string | null;
  serverId: string | null;
  cell: readonly string[];
  check: boolean;
};

/** Throws `UserError` for options that do not go together. */
function refuseCombination(given: Combined): void {
  const { server, new: isNew, last, plan, variant, serverId, cell, check } = given;
  if (!isNew) {
    const option = last !== null ? '--last' : plan ? '--plan' : null;
    if (option) throw new UserError(`${option}: got it without --new; expected both`);
    if (server === null)
      throw new UserError('servers measure: got no server; expected a server, or --new for all of the list');
    return;
  }
  const others = { variant, 'server-id': serverId, cell: cell[0] ?? null, check: check || null };
  const [other] = Object.entries(others).flatMap(([name, value]) => (value === null ? [] : name));
  if (other) throw new UserError(`--${other}: got it with --new; expected one of them`);
}

/** A command of earlier versions, which names the command in its place. */
function moved(name: string, part: string, cell: string | null): Command {
  return defineCommand({
    name,
    summary: `print the command that replaces this one: servers measure <server> --only ${part}`,
    arguments: {},
    options: {
      server: texts('<id>', 'the id of the server'),
      ...(cell === null ? {} : { [cell]: texts('<id>', `the id of a ${cell}`) }),
      write: on('store the part of the record'),
      check: on('compare the part with the stored part'),
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
      throw new UserError(`${name}: this command has moved; type: ${typed.join('\n')}`);
    },
  });
}

export const movedMeasurements: readonly Command[] = [
  moved('capabilities', 'capabilities', 'capability'),
  moved('channels', 'exposure', null),
];
