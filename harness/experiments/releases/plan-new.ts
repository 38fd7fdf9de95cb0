import { UserError } from '../../platform/errors/user-error.ts';
import { typedAs } from '../../platform/words/command-line.ts';
import type { PartId } from '../../results/records/parts/index.ts';
import { readReleases } from '../../results/records/read-server-records.ts';
import { storedRelease } from '../../results/records/release-record.ts';
import { npmPackageOf, variantOf, versionOfServer } from '../../servers/index.ts';
import { serversHere } from '../../servers/installed-version.ts';
import { registryReleases } from '../../servers/installs/registry.ts';
import type { Server } from '../../servers/server.ts';
import { fitParts, namedParts } from '../measure-server.ts';
import { chooseWanted } from './choose-wanted.ts';
import type { Wanted } from './wanted-releases.ts';

export type Choice = {
  /** Servers without their variants. */
  servers: readonly Server[];
  wanted: readonly Wanted[];
  /** Only so many newest of the wanted releases of each server; null: all. */
  last: number | null;
  /** Ids of parts; empty: all. */
  only: readonly string[];
};

export type PlannedRelease = {
  /** `playwright+caps@0.0.83`. */
  release: string;
  server: Server;
  version: string | null;
  /** The parts that are wanted and not stored, not even as broken. */
  missing: PartId[];
};

/** A release or a server that is wanted and not measured; `parts` is empty if the server was not asked. */
export type Left = { release: string; parts: PartId[]; why: string };

type Around = { results: string; env: NodeJS.ProcessEnv };

/**
 * The releases with parts to measure, and what cannot be planned. The newest releases of all servers come first, so that
 * an interruption leaves the oldest. Throws `UserError`.
 */
export async function planNew(
  choice: Choice,
  around: Around,
): Promise<{ planned: PlannedRelease[]; left: Left[] }> {
  namedParts(choice.only);
  const packages = new Set(choice.servers.flatMap((server) => npmPackageOf(server)?.name ?? []));
  const answers = new Map(
    await Promise.all([...packages].map(async (name) => [name, await ask(name, around.env)] as const)),
  );
  const found = await Promise.all(
    choice.servers.flatMap(withVariants).map((server) => {
      const from = npmPackageOf(server);
      const answer = from ? answers.get(from.name) : undefined;
      return answer ? planOf(server, answer, choice, around) : planOfInstalled(server, choice, around);
    }),
  );
  const left = found.flatMap((each) => each.left);
  const ranked = found.flatMap(({ planned }) => planned.map((each, rank) => ({ each, rank })));
  return {
    planned: ranked
      .sort((one, other) => one.rank - other.rank)
      .map(({ each }) => each)
      .filter(({ missing }) => missing.length > 0),
    // What a server lacks, its variants lack too.
    left: left.filter(({ why }, at) => left.findIndex((each) => each.why === why) === at),
  };
}

type Answer = { versions: string[] } | { why: string };
type Plan = { planned: PlannedRelease[]; left: Left[] };

async function ask(name: string, env: NodeJS.ProcessEnv): Promise<Answer> {
  try {
    return { versions: (await registryReleases(name, env)).map(({ version }) => version) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { why: error.message };
  }
}

function withVariants(server: Server): Server[] {
  return [server, ...Object.keys(server.variants ?? {}).map((name) => variantOf(server, name))];
}

function planOf(server: Server, answer: Answer, { wanted, last, only }: Choice, { results }: Around): Plan {
  const { id } = server;
  if ('why' in answer) return { planned: [], left: [{ release: id, parts: [], why: answer.why }] };
  const { versions, missing } = chooseWanted(wanted, id, answer.versions, last);
  return {
    planned: versions.map((version) => {
      const release = versionOfServer(server, version);
      return {
        ...{ release: `${id}@${version}`, server: release, version },
        missing: missingParts({ server: release, version }, { results, only }),
      };
    }),
    left: missing.map((version) => ({
      ...{ release: `${id}@${version}`, parts: [] },
      why: `${id}@${version}: the registry does not have this version`,
    })),
  };
}

/** The installed program of a server that has no releases: wanted until it has a record. */
async function planOfInstalled(server: Server, { only }: Choice, { results }: Around): Promise<Plan> {
  const { id } = server;
  const isKnown = readReleases(results).some((record) => record.server.id === id);
  if (isKnown) return { planned: [], left: [] };
  const [here] = await serversHere([server]);
  if (!here || here.version === null)
    return {
      planned: [],
      left: [
        { release: id, parts: [], why: `${id}: not installed here; \`${typedAs} servers\` says where from` },
      ],
    };
  const missing = fitIds(server, only);
  return { planned: [{ release: id, server, version: null, missing }], left: [] };
}

/** The parts of a planned release that no record has. Throws `UserError` for an unreadable record. */
export function missingParts(
  { server, version }: Pick<PlannedRelease, 'server' | 'version'>,
  { results, only }: Pick<Around, 'results'> & Pick<Choice, 'only'>,
): PartId[] {
  const [id = '', variant = null] = server.id.split('+');
  const stored = version === null ? null : storedRelease(results, { id, variant, version });
  return fitIds(server, only).filter((part) => (stored?.parts[part] ?? null) === null);
}

function fitIds(server: Server, only: readonly string[]): PartId[] {
  const fit = fitParts(server).map(({ id }) => id);
  return only.length === 0 ? fit : fit.filter((id) => only.includes(id));
}
