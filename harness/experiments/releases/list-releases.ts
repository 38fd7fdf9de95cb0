import { UserError } from '../../platform/errors/user-error.ts';
import { readReleases } from '../../results/records/read-server-records.ts';
import { compareVersions } from '../../results/records/servers-record.ts';
import { npmPackageOf, servers } from '../../servers/index.ts';
import { type RegistryRelease, registryReleases } from '../../servers/installs/registry.ts';
import type { Server } from '../../servers/server.ts';
import { describeStored, type Stored } from './describe-stored.ts';

export type ListedRelease = Omit<RegistryRelease, 'version'> & {
  version: string;
  /** False for a release that has a record, and that the registry no longer has. */
  inRegistry: boolean;
  /** Null without a record. */
  stored: Stored | null;
};

type Options = { results: string; env: NodeJS.ProcessEnv; last?: number | null };

/** The releases of a server from npm with what is measured of them, the newest first. Throws `UserError`. */
export async function listReleases(
  server: Server,
  { results, env, last = null }: Options,
): Promise<{ package: string; releases: ListedRelease[] }> {
  const wanted = npmPackageOf(server);
  if (!wanted) {
    const ids = servers.filter((each) => npmPackageOf(each)).map(({ id }) => id);
    throw new UserError(
      `servers releases: got ${server.id}, which does not come from npm; expected one of ${ids.join(', ')}`,
    );
  }
  const [id = '', variant = null] = server.id.split('+');
  const inRegistry = await registryReleases(wanted.name, env);
  const known = new Set(inRegistry.map(({ version }) => version));
  const others = readReleases(results)
    .filter(({ server: of }) => of.id === id && of.variant === variant && !known.has(of.version))
    .map(({ server: { version } }) => ({ version, date: null, node: null, deprecated: null }));
  const releases = [...inRegistry, ...others]
    .sort((one, other) => compareVersions(other.version, one.version))
    .slice(0, last ?? undefined)
    .map((release) => ({
      ...release,
      inRegistry: known.has(release.version),
      stored: describeStored(results, { id, variant, version: release.version }),
    }));
  return { package: wanted.name, releases };
}
