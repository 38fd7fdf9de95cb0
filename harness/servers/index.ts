import { UserError } from '../errors/user-error.ts';
import { chromeDevtools } from './chrome-devtools.ts';
import { openchrome } from './openchrome.ts';
import { playwright } from './playwright.ts';
import type { Server } from './server.ts';

export const servers: readonly Server[] = [playwright, chromeDevtools, openchrome];

export function findServer(id: string): Server {
  const server = servers.find((each) => each.id === id);
  if (!server)
    throw new UserError(
      `--server: unknown server "${id}"; there is ${servers.map((each) => each.id).join(', ')}`,
    );
  return server;
}

/** A server that is not in the list, from its command line (run by `sh`) with `{endpoint}` or `{port}` in it. */
export function serverFromCommand(id: string, command: string): Server {
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(id)) {
    throw new UserError(
      `--server-id: found "${id}"; allowed are lowercase letters, digits, ".", "_" and "-"`,
    );
  }
  if (!/\{(endpoint|port)\}/.test(command)) {
    throw new UserError(
      '--server-command: found no {endpoint} or {port}; a server that cannot attach to a running browser cannot be measured here',
    );
  }
  return {
    id,
    title: id,
    origin: { command },
    args: [],
    env: {},
    open: null,
    script: null,
    answerRequests: null,
    sessionValues: {},
    fetchesByItself: [],
    cannot: {},
  };
}

/** The npm package that a listed server is of; null of a command line. */
export function packageOf({ origin }: Pick<Server, 'origin'>): string | null {
  if ('package' in origin) return origin.package;
  return 'program' in origin ? origin.ofPackage : null;
}

/** Package and version, the program's name, or the command line: one line for a person. */
export function describeOrigin({ origin }: Server): string {
  if ('package' in origin) return `${origin.package} ${origin.version}`;
  return 'program' in origin ? `${origin.program} (installed, or ${origin.variable})` : origin.command;
}
