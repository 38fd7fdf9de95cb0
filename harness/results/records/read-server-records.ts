/** The measurements of servers of both versions, in the shape of v1. */

import { readJson } from '../../platform/files/read-json.ts';
import { CapabilitiesRecord } from './capabilities-record.ts';
import { ChannelsRecord } from './channels-record.ts';
import {
  isRelease,
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

/** Sorted by server, then by version, earliest first. Throws UserError. */
export function readServersRecords(results: string): ServersRecord[] {
  const records = releaseFiles(results).flatMap((file) => {
    if (!isRelease(file)) return readJson(file, ServersRecord);
    const release = readReleaseRecord(file);
    return release.server.variant === null ? (costsOf(release) ?? []) : [];
  });
  return records.sort((one, other) => {
    if (one.server.id !== other.server.id) return one.server.id < other.server.id ? -1 : 1;
    return compareVersions(one.server.version, other.server.version);
  });
}

/** One per server, sorted by id. Throws UserError. */
export function readCapabilitiesRecords(results: string): CapabilitiesRecord[] {
  return newestOf(readServerRecords(results, 'capabilities', CapabilitiesRecord), results, (release) => {
    const found = measuredPart(release, 'capabilities');
    if (!found) return null;
    const { at, sha, browser, machine: _, editionSha256: __, ...fields } = found;
    return {
      schema: 'contract-bench.capabilities.v1',
      server: asV1(release.server),
      browser,
      sha,
      at,
      ...fields,
    };
  });
}

/** One per server, sorted by id. Throws UserError. */
export function readChannelsRecords(results: string): ChannelsRecord[] {
  return newestOf(readServerRecords(results, 'channels', ChannelsRecord), results, (release) => {
    const found = measuredPart(release, 'exposure');
    if (!found) return null;
    const { at, sha, browser, editionSha256, channels, tools } = found;
    return {
      schema: 'contract-bench.channels.v1',
      ...{ server: asV1(release.server), browser, sha, at, pagesSha256: editionSha256, tools },
      channels: channels.map(({ id, title, group }) => ({ id, title, isVisible: group === 'seen' })),
    };
  });
}

/** The newest release of each server that was measured in v2, in place of its record of v1. Variants are left out. */
function newestOf<Found extends ServerRecord>(
  v1: readonly Found[],
  results: string,
  toV1: (release: ReleaseRecord) => Found | null,
): Found[] {
  const releases = releaseFiles(results)
    .flatMap((file) => (isRelease(file) ? readReleaseRecord(file) : []))
    .filter(({ server }) => server.variant === null)
    .flatMap((release) => toV1(release) ?? [])
    .sort((one, other) => compareVersions(one.server.version, other.server.version));
  const byId = new Map([...v1, ...releases].map((record) => [record.server.id, record]));
  return [...byId.values()].sort((one, other) => (one.server.id < other.server.id ? -1 : 1));
}

function asV1({ id, title, package: from, version }: ReleasedServer): ServerRecord['server'] {
  return { id, title, package: from, version };
}

/** Null if its cost was not measured. Without times, no kind of calls has any. */
function costsOf(release: ReleaseRecord): ServersRecord | null {
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
