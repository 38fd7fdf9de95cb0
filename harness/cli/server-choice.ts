import { UserError } from '../platform/errors/user-error.ts';
import { shellWord } from '../platform/words/command-line.ts';
import { chooseServer, findServer, listedServer, type ServerChoice, servers } from '../servers/index.ts';
import type { OwnServer } from '../servers/own-server.ts';
import type { Server } from '../servers/server.ts';
import type { Context } from './commands/command.ts';

/** The server of the options; a server of the configuration by its id. Throws `UserError`. */
export function serverChoice(
  {
    server,
    serverCommand,
    serverId,
  }: Record<'serverCommand' | 'serverId', string | null> & { server: string },
  { config, project }: Pick<Context, 'config' | 'project'>,
): ServerChoice {
  if (serverId !== null && serverCommand === null)
    throw new UserError('--server-id requires --server-command');
  if (serverCommand !== null)
    return {
      ...{ server: serverId ?? 'custom', serverData: null },
      serverCommand: inProject(serverCommand, project),
    };
  const own = ownServers(config).find(({ id }) => id === server);
  if (!own) {
    findServer(
      server,
      ownServers(config).map(({ id }) => id),
    );
    return listedServer(server);
  }
  const { id, command, ...serverData } = own;
  return { server: id, serverCommand: inProject(command, project), serverData };
}

/** Servers by their ids alone. Throws `UserError`. */
export function serverChoices(
  ids: readonly string[],
  context: Pick<Context, 'config' | 'project'>,
): ServerChoice[] {
  return ids.map((server) => serverChoice({ server, serverCommand: null, serverId: null }, context));
}

/** Servers of the configuration, then listed servers with other ids. Throws `UserError`. */
export function knownServers(context: Pick<Context, 'config' | 'project'>): Server[] {
  const own = ownServers(context.config).map(({ id }) => id);
  return [...serverChoices(own, context).map(chooseServer), ...servers.filter(({ id }) => !own.includes(id))];
}

/** Servers of a configuration with a command line. */
function ownServers({ servers = [] }: Context['config']): OwnServer[] {
  return servers.filter((server) => typeof server === 'object');
}

/** A command line runs elsewhere: `{project}` in it is the folder of the project, as a shell takes it. */
export function inProject(command: string, { root }: Context['project']): string {
  return command.replaceAll('{project}', shellWord(root));
}
