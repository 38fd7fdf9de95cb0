import { integerOr, word } from '../../platform/flags.ts';
import { type CommandGroup, defineCommand } from './command.ts';
import { diff } from './diff.ts';
import { measure } from './measure.ts';
import { releases } from './releases.ts';

const here = defineCommand({
  name: 'here',
  summary:
    'list every known server with its installed version and its location. The command servers without a subcommand has the same effect',
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
  summary: 'install a server that npm ci does not install, at its pinned version, from npm into the cache',
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

const tryOne = defineCommand({
  name: 'try',
  summary: 'start a server, list its tools, open a page with it, and report whether it can play tasks',
  afterHelp:
    '\n<server> is the id of a known server, the id of a server in the configuration, or a command line that contains {endpoint}, {port} or {chromium}.\nexit code: 0 if the server can play tasks; 1 if it cannot, with the reason; 2 for an invalid command line',
  arguments: { server: word('<server>') },
  options: {
    timeout: integerOr(3, '<s>', 'the seconds that the server has to start', { min: 1, max: 120 }),
  },
  run: async ({ server, timeout }, context) => {
    const { tryServer } = await import('../try-server.ts');
    return tryServer({ server, startMs: timeout * 1000 }, context);
  },
});

const verbs = defineCommand({
  name: 'verbs',
  summary:
    'list, for each server, the verbs (kinds of action, such as click or fill) for which it has no tool of its own',
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
  summary: 'list, install, try and measure the servers under test',
  commands: [here, tryOne, install, releases, measure, diff, verbs],
};
