import { typedAs } from '../platform/words/typed-as.ts';
import { describeOrigin } from './index.ts';
import { packageFolder, programOf, versionOf } from './installed-version.ts';
import { findProgram } from './installs/install-package.ts';
import type { Server } from './server.ts';

export type ServerHere = {
  id: string;
  /** Null where it is not there, and `unknown` where what is there does not say. */
  version: string | null;
  /** The pinned one; null where any will do. */
  wanted: string | null;
  /** Where it is, else how it gets here. */
  where: string;
};

/** Each of these servers, and what of it is on this machine. Throws `UserError` where a variable names no file. */
export function serversHere(servers: readonly Server[]): Promise<ServerHere[]> {
  return Promise.all(
    servers.map(async (server) => {
      const { id, origin } = server;
      const where = await whereIs(server);
      return {
        id,
        version: where === null ? null : ((await versionOf(server)) ?? 'unknown'),
        wanted: 'package' in origin ? origin.version : 'install' in origin ? origin.install.version : null,
        where: where ?? howToGet(server),
      };
    }),
  );
}

async function whereIs({ origin }: Server): Promise<string | null> {
  if ('package' in origin) return packageFolder(origin.package);
  if ('program' in origin) return programOf(origin);
  if ('install' in origin)
    return (await findProgram(origin.install, origin.variable, process.env))?.program ?? null;
  return 'command' in origin ? origin.command : null;
}

function howToGet(server: Server): string {
  const { id, origin } = server;
  return 'install' in origin
    ? `${typedAs} servers install ${id}, or ${origin.variable}`
    : describeOrigin(server);
}
