import { integerOr, text, textOr, word } from '../../platform/flags.ts';
import { typedAs } from '../../platform/words/command-line.ts';
import { type CommandGroup, defineCommand } from './command.ts';

const here = defineCommand({
  name: 'here',
  summary: 'every known agent, whether it is installed, and where (default)',
  isDefault: true,
  arguments: {},
  options: {},
  run: async (_, { env }) => {
    const { agentsHere } = await import('../../agents/external/choose-agent.ts');
    const { align } = await import('../../platform/words/columns.ts');
    const rows = await agentsHere(env);
    const lines = rows.map(({ id, doors, version, wanted, program, how }) => [
      id,
      doors.join(', '),
      version === null ? 'missing' : version,
      program ?? `${typedAs} agents install ${id}${how}`,
      version !== null && version !== wanted ? `pinned is ${wanted}` : '',
    ]);
    return {
      lines: align([['agent', 'doors', 'version', 'where', ''], ...lines]),
      exitCode: 0,
      data: { agents: rows },
    };
  },
});

const install = defineCommand({
  name: 'install',
  summary: 'install an agent at its pinned version from npm into the cache',
  arguments: { id: word('<agent>') },
  options: {},
  run: async ({ id }, { env, log }) => {
    const { findAgent } = await import('../../agents/clis/index.ts');
    const { installPackage } = await import('../../servers/installs/install-package.ts');
    const { package: wanted } = findAgent(id);
    log(`installing ${wanted.name} ${wanted.version}`);
    const folder = await installPackage(wanted, env);
    return { lines: [`installed: ${id} ${wanted.version} in ${folder}`], exitCode: 0, data: { id, folder } };
  },
});

const tryOne = defineCommand({
  name: 'try',
  summary: 'play one task with your agent, and report how far it got: handshake, tools, first call, done',
  afterHelp:
    '\n<agent> is a line for the shell, a JSON file, or an id of the configuration; it asks no model.\nexit code: 0 it can play; 1 it cannot, and why is said; 2 a mistake in how it was called',
  arguments: { agent: word('<agent>') },
  options: {
    door: text('<id>', 'how it is let in: mcp, acp or cdp (default: mcp, or what its file says)'),
    task: textOr('example-h1', '<id>', 'the task that it is given'),
    timeout: integerOr(60, '<s>', 'how long it may take', { min: 1, max: 600 }),
  },
  run: async ({ timeout, ...asked }, context) => {
    const { tryAgent } = await import('../try-agent.ts');
    return tryAgent({ ...asked, seconds: timeout }, context);
  },
});

export const agents: CommandGroup = {
  name: 'agents',
  summary: 'look after agents: those of the list, and yours',
  commands: [here, tryOne, install],
};
