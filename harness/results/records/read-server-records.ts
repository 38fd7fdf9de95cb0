/** The measurements of servers of both versions, in the shape of v1. */

import { readJson } from '../../platform/files/read-json.ts';
import { CapabilitiesRecord } from './capabilities-record.ts';
import { ChannelsRecord } from './channels-record.ts';
import {
  isRelease,
  keptFiles,
  type Measured,
  measuredPart,
  type PartHead,
  type ReleasedServer,
  type ReleaseRecord,
  readReleaseRecord,
  releaseFiles,
} from './release-record.ts';
import { readServerRecords, type ServerRecord } from './server-records.ts';
import { callKinds, compareVersions, ServersRecord } from './servers-record.ts';

/** The records of v2, variants included. Sorted by server, then by version, earliest first. Throws UserError. */
export function readReleases(results: string): ReleaseRecord[] {
  const files = releaseFiles(results).filter(isRelease);
  return files.map((file) => inTodaysWords(readReleaseRecord(file))).sort(byServerAndVersion);
}

/** A reason of older records says of the page what was only known of the server's reading of it. */
function inTodaysWords(release: ReleaseRecord): ReleaseRecord {
  const text = JSON.stringify(release);
  return JSON.parse(text.replaceAll('not found; the page has', 'not found; the reading of the server has'));
}

/** Sorted by server, then by version, earliest first. Throws UserError. */
export function readServersRecords(results: string, releases = readReleases(results)): ServersRecord[] {
  const v1 = [...releaseFiles(results).filter((file) => !isRelease(file)), ...keptFiles(results)];
  return [
    ...v1.map((file) => readJson(file, ServersRecord)),
    ...releases.flatMap((release) => (release.server.variant === null ? (costsOf(release) ?? []) : [])),
  ].sort(byServerAndVersion);
}

type OfServer = { server: Pick<ReleasedServer, 'id' | 'version'> };

function byServerAndVersion({ server: one }: OfServer, { server: other }: OfServer): number {
  if (one.id !== other.id) return one.id < other.id ? -1 : 1;
  return compareVersions(one.version, other.version);
}

/** One per server, sorted by id. Throws UserError. */
export function readCapabilitiesRecords(
  results: string,
  releases = readReleases(results),
): CapabilitiesRecord[] {
  const v1 = readServerRecords(results, 'capabilities', CapabilitiesRecord);
  return newestOf(v1, releases, capabilitiesOf);
}

/** Null if its capabilities were not measured. */
export function capabilitiesOf(release: ReleaseRecord): CapabilitiesRecord | null {
  const found = measuredPart(release, 'capabilities');
  if (!found) return null;
  const { at, sha, browser, machine: _, editionSha256: __, ...fields } = found;
  const server = asV1(release.server);
  return { schema: 'contract-bench.capabilities.v1', server, browser, sha, at, ...fields };
}

/** One per server, sorted by id. Throws UserError. */
export function readChannelsRecords(results: string, releases = readReleases(results)): ChannelsRecord[] {
  return newestOf(readServerRecords(results, 'channels', ChannelsRecord), releases, channelsOf);
}

/** Null if its exposure was not measured. */
export function channelsOf(release: ReleaseRecord): ChannelsRecord | null {
  const found = measuredPart(release, 'exposure');
  if (!found) return null;
  const { at, sha, browser, editionSha256, channels, tools } = found;
  return {
    schema: 'contract-bench.channels.v1',
    ...{ server: asV1(release.server), browser, sha, at, pagesSha256: editionSha256, tools },
    channels: channels.map(({ id, title, group }) => ({ id, title, isVisible: group === 'seen' })),
  };
}

/** The newest measured release of each server; of one release, the record of v2. Variants are left out. */
function newestOf<Found extends ServerRecord>(
  v1: readonly Found[],
  releases: readonly ReleaseRecord[],
  toV1: (release: ReleaseRecord) => Found | null,
): Found[] {
  const v2 = releases.filter(({ server }) => server.variant === null).flatMap((each) => toV1(each) ?? []);
  const sorted = [...v1, ...v2].sort(byServerAndVersion);
  return [...new Map(sorted.map((record) => [record.server.id, record])).values()];
}

function asV1({ id, title, package: from, version }: ReleasedServer): ServerRecord['server'] {
  return { id, title, package: from, version };
}

/** Null if its cost was not measured. Without times, no kind of calls has any. */
export function costsOf(release: ReleaseRecord): ServersRecord | null {
  const found: (Measured<'cost'> & PartHead) | null = measuredPart(release, 'cost');
  if (!found) return null;
  const { at, sha, browser, machine, tokenizer, runs, toolList, suites, times, pictures, errors } = found;
  return {
    schema: 'contract-bench.servers.v1',
    server: asV1(release.server),
    ...{
      browser,
      sha,
      at,
      cpu: machine.cpu,
      contended: times?.contended ?? false,
      tokenizer,
      runs,
      toolList,
    },
    kinds: times?.kinds ?? noTimes,
    startMs: times?.startMs ?? null,
    serverMb: times?.serverMb ?? null,
    browserMb: times?.browserMb ?? null,
    ...{ pictures, errors },
    tasks: suites.flatMap(({ tasks }) => tasks.map(({ charged: _, ...task }) => task)),
    cannot: suites.flatMap(({ cannot }) => cannot),
  };
}

const noTime = { calls: 0, p50Ms: null, p95Ms: null };
const noTimes = Object.fromEntries(callKinds.map((kind) => [kind, noTime])) as ServersRecord['kinds'];
