import { integerOr, text, word } from '../../platform/flags.ts';
import { type CommandGroup, defineCommand } from './command.ts';
import { measurementCommands } from './measurements.ts';

const here = defineCommand({
  name: 'here',
  summary: 'every server that is known, whether it is installed, and where (default)',
  isDefault: true,
  arguments: {},
  options: {},
  run: async (_, { project, config }) => {
    const { serversHere } = await import('../../servers/installed-version.ts');
    const { knownServers } = await import('../server-choice.ts');
    const { align } = await import('../../platform/words/columns.ts');
    const rows = await serversHere(knownServers({ config, project }));
    const lines = rows.map(({ id, version, wanted, where }) => [
      id,
      version ?? 'missing',
      where,
      version !== null && wanted !== null && version !== wanted ? `pinned is ${wanted}` : '',
    ]);
    return {
      lines: align([['server', 'version', 'where', ''], ...lines]),
      exitCode: 0,
      data: { servers: rows },
    };
  },
});

const install = defineCommand({
  name: 'install',
  summary: 'install a server that does not come with npm ci, at its pinned version, from npm into the cache',
  arguments: { id: word('<server>') },
  options: {},
  run: async ({ id }, { env, log }) => {
    const { packageToInstall } = await import('../../servers/index.ts');
    const { installPackage } = await import('../../servers/installs/install-package.ts');
    const wanted = packageToInstall(id);
    log(`installing ${wanted.name} ${wanted.version}`);
    // Its scripts would fetch browsers, of which none is used.
    const folder = await installPackage(wanted, env, { scripts: false });
    return { lines: [`installed: ${id} ${wanted.version} in ${folder}`], exitCode: 0, data: { id, folder } };
  },
});

const diff = defineCommand({
  name: 'diff',
  summary: 'compare its tools with those that its transcripts were recorded with',
  arguments: { id: word('<server>') },
  options: {
    serverCommand: text(
      '<line>',
      'of any other server: its command line with {endpoint}, {port} or {chromium}',
    ),
    transcripts: text('<folder>', 'where <server>/tools.json is (default: transcripts/ of this project)'),
  },
  run: async ({ id, serverCommand, transcripts }, { project, config, env }) => {
    const { serverChoice } = await import('../server-choice.ts');
    const { diffServer } = await import('../doctor/servers-diff.ts');
    const { lines, equal, differences } = await diffServer(
      serverChoice(
        { server: id, serverCommand, serverId: serverCommand === null ? null : id },
        { config, project },
      ),
      transcripts ?? project.transcripts,
      env,
    );
    return { lines, exitCode: equal ? 0 : 1, data: { equal, differences } };
  },
});

const tryOne = defineCommand({
  name: 'try',
  summary: 'start a server, list its tools, have it open a page, and say what is wrong with it',
  afterHelp:
    '\n<server> is an id, of the list or of the configuration, or a command line with {endpoint}, {port} or {chromium}.\nexit code: 0 it can be played with; 1 it cannot, and why is said; 2 a mistake in how it was called',
  arguments: { server: word('<server>') },
  options: {
    timeout: integerOr(3, '<s>', 'how long it may take to start', { min: 1, max: 120 }),
  },
  run: async ({ server, timeout }, context) => {
    const { tryServer } = await import('../try-server.ts');
    return tryServer({ server, startMs: timeout * 1000 }, context);
  },
});

const verbs = defineCommand({
  name: 'verbs',
  summary: 'which verbs of a walkthrough a server has no tool of its own for',
  arguments: {},
  options: {},
  run: async () => {
    const { verbsOfServers } = await import('../doctor/verbs-of-servers.ts');
    const { lines, servers } = verbsOfServers();
    return { lines, exitCode: 0, data: { servers } };
  },
});

export const servers: CommandGroup = {
  name: 'servers',
  summary: 'look after the servers under test',
  commands: [here, tryOne, install, ...measurementCommands('servers'), diff, verbs],
};
