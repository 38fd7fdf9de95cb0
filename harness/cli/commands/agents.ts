import { integerOr, text, textOr, word } from '../../platform/flags.ts';
import { typedAs } from '../../platform/words/command-line.ts';
import { type CommandGroup, defineCommand } from './command.ts';

const here = defineCommand({
  name: 'here',
  summary:
    'list every known agent with its installed version and its location. The command agents without a subcommand has the same effect',
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
  summary:
    'install an agent at its pinned version into the cache: from npm, or from the Python registry with the digest of every file',
  arguments: { id: word('<agent>') },
  options: {
    python: text('<file>', 'the Python of an agent in Python (default: the newest suitable one on the PATH)'),
  },
  run: async ({ id, python }, { env, log }) => {
    const { findAgent } = await import('../../agents/clis/index.ts');
    const { installAgent } = await import('../../agents/external/find-installed.ts');
    const agent = findAgent(id);
    const { package: wanted } = agent;
    log(`installing ${wanted.name} ${wanted.version}`);
    const folder = await installAgent(agent, env, python);
    return { lines: [`installed: ${id} ${wanted.version} in ${folder}`], exitCode: 0, data: { id, folder } };
  },
});

const tryOne = defineCommand({
  name: 'try',
  summary:
    'play one task with your agent and report how far it got: ACP session, MCP handshake, list of tools, first call, call of the tool done',
  afterHelp:
    '\n<agent> is a shell command, a JSON file, or the id of an agent in the configuration. The harness offers no model here. An agent that uses a model through the harness is an error.\nexit code: 0 if the agent can play; 1 if it cannot, with the reason; 2 for an invalid command line',
  arguments: { agent: word('<agent>') },
  options: {
    door: text(
      '<id>',
      'the interface of the agent: mcp, acp or cdp (default: the interface in its file, else mcp)',
    ),
    task: textOr('example-h1', '<id>', 'the task that the agent plays'),
    timeout: integerOr(60, '<s>', 'the time limit in seconds', { min: 1, max: 600 }),
  },
  run: async ({ timeout, ...asked }, context) => {
    const { tryAgent } = await import('../try-agent.ts');
    return tryAgent({ ...asked, seconds: timeout }, context);
  },
});

export const agents: CommandGroup = {
  name: 'agents',
  summary: 'list, install and try agents',
  commands: [here, tryOne, install],
};
