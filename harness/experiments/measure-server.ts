import { randomUUID } from 'node:crypto';
import { cpus, release as osRelease, type as osType, totalmem } from 'node:os';
import { findChromium } from '../browser/chromium/find-chromium.ts';
import { diskFault, FullDisk, namesFullDisk } from '../platform/errors/disk-fault.ts';
import { UserError } from '../platform/errors/user-error.ts';
import { readCheckout } from '../platform/git/checkout.ts';
import type { PartId } from '../results/records/parts/index.ts';
import { readStoredLock, storedLockFile } from '../results/records/release-lock.ts';
import {
  noParts,
  type PartHead,
  parseRelease,
  type ReleaseRecord,
  releaseFile,
  storedRelease,
} from '../results/records/release-record.ts';
import { writeRelease } from '../results/records/write-release.ts';
import { checkInstalled } from '../servers/connect-server.ts';
import { chooseServer, isPinned, npmPackageOf, type ServerChoice } from '../servers/index.ts';
import { installRelease } from '../servers/installs/install-release.ts';
import { serverOfRelease } from '../servers/release-of.ts';
import type { Server } from '../servers/server.ts';
import { toolMappingOf } from '../servers/tool-mappings/index.ts';
import { introduce, NotStarted, whyBroken } from './introduce.ts';
import type { MeasurementContext, Subject } from './measurements/measurement.ts';
import { type Part, parts } from './parts/index.ts';
import { describeServer } from './released-server.ts';

type Request = Omit<MeasurementContext, 'chromium' | 'only'> & {
  /** Ids of parts; empty: all that the server can be measured by. */
  only: readonly string[];
  /** Cells of the one part in `only`; empty: all. */
  cells: readonly string[];
  write: boolean;
  check: boolean;
};

type Outcome = {
  record: ReleaseRecord;
  lines: string[];
  /** How the stored record differs, with `check`. */
  differences: string[];
  /** The written files. */
  written: string[];
};

/**
 * Measures the parts of one release of a server. A part that cannot be measured says why, and the others go on. Throws
 * `UserError`.
 */
export async function measureServer(asked: ServerChoice, request: Request): Promise<Outcome> {
  const { project, env, signal, log, write, check, cells } = request;
  if (write && check) throw new UserError('--check: got it with --write; expected one of them');
  const chosen = chooseServer(asked);
  const wanted = partsOf(chosen, request);
  if (cells.length > 0 && (write || check))
    throw new UserError(
      '--cell: a stored part covers all cells; remove --cell, --write and --check do not go with it',
    );
  const subject = await installed(asked, chosen, request);
  const chromium = await findChromium(env);
  const around = { project, chromium, env, signal, log, only: cells };
  const { version, broken } = await firstLook(subject, around);
  const server = describeServer(subject, version, request);
  const stored = storedRelease(project.results, server);
  if (check && !stored)
    throw new UserError(`${releaseFile(project.results, server)}: not found; --write stores a first record`);
  const head = await headOf(chromium, request);
  const measured: ReleaseRecord['parts'] = { ...(stored?.parts ?? noParts) };
  const lines: string[] = [];
  const differences: string[] = [];
  const written = new Set<string>();
  const file = releaseFile(project.results, server);
  const recordNow = () =>
    parseRelease(file, { schema: 'contract-bench.servers.v2', server, parts: measured });
  for (const part of wanted) {
    const before = stored?.parts[part.id] ?? null;
    // Without --only, what is not stored is not compared.
    if (check && before === null && request.only.length === 0) continue;
    log(`${part.id}: ${subject.server.id} ${version}`);
    const why = part.needs === 'npm' ? null : broken;
    const found = why === null ? await measurePart(part, subject, around) : { broken: why };
    signal.throwIfAborted();
    if (namesFullDisk(JSON.stringify(found))) throw new FullDisk(fullDisk(part.id));
    Object.assign(measured, { [part.id]: 'broken' in found ? found : { ...head(), ...found } });
    const { lines: linesOf, differ } = await part.work();
    lines.push(`${part.id}:`, ...('broken' in found ? [`broken: ${found.broken}`] : linesOf(found)), '');
    if (check) differences.push(...compared(before, found, differ).map((each) => `${part.id}: ${each}`));
    // At once, so that no later part can lose it.
    const lock = subject.release?.lock ?? null;
    if (write) for (const each of writeRelease(project.results, recordNow(), lock)) written.add(each);
  }
  return { record: recordNow(), lines: lines.slice(0, -1), differences, written: [...written] };
}

/** Throws `UserError` for a part that is unknown, or that the server cannot be measured by. */
function partsOf(server: Server, { only, cells }: Request): Part[] {
  for (const part of namedParts(only)) {
    const why = whyUnfit(server, part);
    if (why !== null) throw new UserError(`--only: got ${part.id}, but ${why}`);
  }
  const wanted = only.length > 0 ? namedParts(only) : fitParts(server);
  const [first] = wanted;
  if (cells.length > 0 && (wanted.length > 1 || first?.cell === undefined)) {
    const withCells = parts.flatMap(({ id, cell }) => (cell === undefined ? [] : `${id} (${cell})`));
    throw new UserError(`--cell: expected one part that has cells in --only: ${withCells.join(', ')}`);
  }
  return wanted;
}

function whyUnfit(server: Server, { needs }: Part): string | null {
  if (needs === 'npm' && npmPackageOf(server) === null) return `${server.id} does not come from npm`;
  if (needs === 'mapping' && toolMappingOf(server) === null) return `${server.id} has no tool mapping`;
  return null;
}

/** The parts by which a server can be measured, in their order. */
export function fitParts(server: Server): Part[] {
  return parts.filter((part) => whyUnfit(server, part) === null);
}

/** The parts of `--only`, in their order. Throws `UserError` for an unknown one. */
export function namedParts(only: readonly string[]): Part[] {
  const ids: readonly string[] = parts.map(({ id }) => id);
  const unknown = only.find((id) => !ids.includes(id));
  if (unknown !== undefined)
    throw new UserError(`--only: got ${unknown}; expected some of ${ids.join(', ')}`);
  return parts.filter(({ id }) => only.includes(id));
}

/** A server from npm is installed from the stored lockfile, if there is one; `--check` needs it. */
async function installed(
  choice: ServerChoice,
  server: Server,
  { project, env, log, check }: Request,
): Promise<Subject> {
  const wanted = npmPackageOf(server);
  if (!wanted) {
    await checkInstalled(server);
    return { choice: { ...choice, chosenServer: server }, server };
  }
  const [id = ''] = server.id.split('+');
  const lock = readStoredLock(project.results, { id, version: wanted.version });
  if (check && !lock)
    throw new UserError(
      `${storedLockFile(project.results, { id, version: wanted.version })}: not found; --check installs from it, and --write stores it`,
    );
  log(`install: ${wanted.name} ${wanted.version}${lock ? ' from the stored lockfile' : ''}`);
  const release = await installRelease(wanted, lock, env);
  const found = await serverOfRelease(server, release);
  const started = 'why' in found ? server : found;
  return {
    choice: { ...choice, chosenServer: started },
    server: started,
    release,
    ...('why' in found ? { whyNotStarted: found.why } : {}),
    ...(isPinned(choice.server) ? {} : { isEarlier: true }),
  };
}

/** Its version, and why nothing can be measured through its tools; null if something can. */
async function firstLook(
  { server, release, whyNotStarted }: Subject,
  around: MeasurementContext,
): Promise<{ version: string; broken: string | null }> {
  if (release && whyNotStarted !== undefined)
    return { version: release.wanted.version, broken: whyNotStarted };
  try {
    const { version, tools } = await introduce(server, around, `look-${randomUUID()}`);
    return { version: release?.wanted.version ?? version, broken: whyBroken(tools) };
  } catch (error) {
    if (!(error instanceof NotStarted)) throw error;
    if (!release) throw new UserError(`server ${server.id}: ${error.message}`);
    return { version: release.wanted.version, broken: oneLine(error.message) };
  }
}

type Found = { editionSha256: string } | { broken: string };

async function measurePart(part: Part, subject: Subject, around: MeasurementContext): Promise<Found> {
  const { schema, open } = await part.work();
  const measure = await open(around);
  try {
    return schema.parse(await measure(subject));
  } catch (error) {
    // What its user can mend is not the server's, and neither is a full disk.
    if (error instanceof UserError || diskFault(error) !== null || around.signal.aborted) throw error;
    return { broken: oneLine(error instanceof Error ? error.message : String(error)) };
  }
}

function fullDisk(part: string): string {
  return `${part}: got an error of a full disk while it was measured; expected room on the disk. Nothing of this part is stored: make room, then measure it again with --only ${part}`;
}

const longestWhy = 300;

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, longestWhy) || 'unknown';
}

async function headOf({ name, version }: MeasurementContext['chromium'], { project, env }: Request) {
  const { sha } = await readCheckout(project, null, env);
  const all = cpus();
  const machine = {
    cpu: all[0]?.model.trim() ?? 'unknown',
    cores: all.length,
    memoryBytes: totalmem(),
    os: `${osType()} ${osRelease()}`,
    node: process.version,
  };
  return (): PartHead => ({ at: new Date().toISOString(), sha, browser: `${name} ${version}`, machine });
}

function compared(
  before: ReleaseRecord['parts'][PartId],
  found: Found,
  differ: (stored: { editionSha256: string }, found: { editionSha256: string }) => string[],
): string[] {
  if (before === null) return ['not stored'];
  if ('broken' in before || 'broken' in found) {
    const [old, now] = [before, found].map((each) =>
      'broken' in each ? `broken: ${each.broken}` : 'numbers',
    );
    return old === now ? [] : [`got ${now}; stored: ${old}`];
  }
  if (before.editionSha256 !== found.editionSha256)
    return [
      'stored is another edition of pages and exercises, which is not compared; --write measures it again',
    ];
  return differ(before, found);
}
